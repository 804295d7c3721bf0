import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * Address of the client. With `trustedProxyHops` 0 the peer of the socket, whatever headers say; with n the entry of
 * `X-Forwarded-For` that the n-th proxy from us wrote, counted from the right, since everything left of it is only
 * claimed. For limits and logs of refusals, never for authorisation.
 */
export function clientAddress(request: IncomingMessage, trustedProxyHops: number): string {
  const peer = withoutMapping(request.socket.remoteAddress ?? 'unknown')
  if (trustedProxyHops === 0) return peer
  const forwarded = request.headers['x-forwarded-for']
  if (typeof forwarded !== 'string') return peer
  const entries = forwarded.split(',').map((entry) => entry.trim())
  const entry = entries[Math.max(0, entries.length - trustedProxyHops)]
  return entry !== undefined && isIP(entry) !== 0 ? withoutMapping(entry) : peer
}
