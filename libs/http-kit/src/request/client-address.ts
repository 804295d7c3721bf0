import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

const withoutIpv4Mapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** The peer, or the n-th entry of `X-Forwarded-For` from the right: clients may write the ones left of that. Not for authorisation. */
export function clientAddress(request: IncomingMessage, trustedProxyHops: number): string {
  const peer = withoutIpv4Mapping(request.socket.remoteAddress ?? 'unknown')
  if (trustedProxyHops === 0) return peer
  const forwarded = request.headers['x-forwarded-for']
  if (typeof forwarded !== 'string') return peer
  const entries = forwarded.split(',').map((entry) => entry.trim())
  const entry = entries[Math.max(0, entries.length - trustedProxyHops)]
  const address = entry === undefined ? '' : withoutPort(entry)
  return isIP(address) !== 0 ? withoutIpv4Mapping(address) : peer
}

/** Some proxies add a port: `203.0.113.9:4711`, `[2001:db8::1]:4711`; or only brackets. */
function withoutPort(entry: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(entry) ?? []
  return bracketed ?? plain ?? entry
}

/** The key of a limit per client: an IPv4 address, or an IPv6 /64, since whoever has one address of a /64 has them all. */
export const clientHost = (address: string): string => (isIP(address) === 6 ? ipv6Prefix(address, 4) : address)

/** The key of a limit per network: an IPv4 /24 or an IPv6 /48, as sites are given them. */
export function clientNetwork(address: string): string {
  if (isIP(address) === 6) return ipv6Prefix(address, 3)
  return isIP(address) === 4 ? `${address.slice(0, address.lastIndexOf('.'))}.0/24` : address
}

function ipv6Prefix(address: string, length: 3 | 4): string {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const following = tail === undefined || tail === '' ? [] : tail.split(':')
  const given = following.at(-1)?.includes('.') ? following.length + 1 : following.length
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - groups.length - given) }, () => '0')
  const prefix = [...groups, ...zeros, ...following]
    .slice(0, length)
    .map((group) => Number.parseInt(group, 16).toString(16))
  return `${prefix.join(':')}::/${length * 16}`
}
