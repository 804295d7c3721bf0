import type { CallbackTarget } from '@course-grading/domain/delivery/callback-url'
import type { SendReply } from '@course-grading/domain/delivery/send-reply'
import { openConnection } from '@course-grading/outbound'
import { type PeerScript, type PlainPeer, startPlainPeer } from '@course-grading/test-kit'
import { afterEach, expect } from 'vitest'
import { CallbackError } from './callback-error.ts'
import { exchange, type ExchangeLimits } from './exchange.ts'

/** Limits that are long enough for a busy machine. A test that waits for the end of a limit makes it short. */
export const limits: ExchangeLimits = { headersMs: 10_000, idleMs: 10_000, totalMs: 10_000, maxBytes: 65_536 }
export const form = 'points=5&max_points=10&feedback=%C3%A4'
export const ok = '{"success":true,"errors":[]}'
export const head = (lines = ''): string => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${lines}`
export const withLength = (body: string, length = body.length, lines = ''): string =>
  `${head(`Content-Length: ${length}\r\n${lines}`)}\r\n${body}`
export const chunked = (...chunks: readonly string[]): string =>
  `${head('Transfer-Encoding: chunked\r\n')}\r\n${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}`

const targetOf = (port: number): CallbackTarget => ({
  method: 'POST',
  url: `http://127.0.0.1:${port}/a?token=b`,
  origin: `http://127.0.0.1:${port}`,
  protocol: 'http:',
  hostname: '127.0.0.1',
  port,
  path: '/a?token=b',
  cidrs: ['127.0.0.1/32'],
})

interface Outcome {
  readonly reply?: SendReply
  readonly stop?: CallbackError
  readonly written: boolean
}

interface SendOptions {
  readonly limits?: Partial<ExchangeLimits>
  readonly signal?: AbortSignal
  readonly pauseMs?: number
}

interface ExchangeUnderTest {
  /** The peer of the last send. */
  readonly peer: () => PlainPeer | undefined
  readonly send: (script: PeerScript, options?: SendOptions) => Promise<Outcome>
  readonly stopOf: (script: PeerScript, options?: SendOptions) => Promise<string | undefined>
}

/** Functions for exchanges, each with its own peer, for all tests of a file. */
export function useExchange(): ExchangeUnderTest {
  let peer: PlainPeer | undefined
  afterEach(async () => {
    await peer?.close()
    peer = undefined
  })

  const send: ExchangeUnderTest['send'] = async (script, options = {}) => {
    peer = await startPlainPeer(script)
    const target = targetOf(peer.port)
    const connection = await openConnection({ target, limitMs: 10_000, signal: new AbortController().signal })
    // Gives the peer time to send something before the request.
    if (options.pauseMs !== undefined)
      await expect.poll(() => connection.isFresh(), { timeout: options.pauseMs }).toBe(false)
    let written = false
    const asked = exchange({
      connection,
      target,
      form,
      limits: { ...limits, ...options.limits },
      onWrite: () => {
        written = true
      },
      ...(options.signal && { signal: options.signal }),
    })
    try {
      return { reply: await asked, written }
    } catch (error) {
      if (!(error instanceof CallbackError)) throw error
      return { stop: error, written }
    } finally {
      expect(connection.socket.destroyed).toBe(true)
    }
  }

  const stopOf: ExchangeUnderTest['stopOf'] = async (...given) => (await send(...given)).stop?.reason
  return { peer: () => peer, send, stopOf }
}
