import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { CallbackTarget } from '@course-grading/domain/delivery/callback-url'
import { answering, createCertificate, startPlainPeer, type PeerScript, type PlainPeer } from '@course-grading/test-kit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createCallbackClient } from '../../callback/callback-client.ts'
import { sendGrade, type SendResult } from './send.ts'

describe('a grade whose reply has no end', () => {
  const statuses = [200, 302, 404, 413, 500]
  const success = ok.slice(0, 9)
  it.each<[what: string, script: (status: number) => PeerScript, kind: string]>([
    ['is closed in its body', (status) => answering(withLength(status, success, 28), 'close'), 'reply_cut'],
    ['stalls in its body', (status) => answering(withLength(status, success, 28)), 'timeout'],
  ])('is ambiguous with any status if the reply %s', { timeout: 60_000 }, async (_what, script, kind) => {
    const sent = await Promise.all(statuses.map((status) => send(script(status), { totalMs: 1500 })))
    expect(sent.map(({ status, outcome, kind: is }) => `${status} ${outcome} ${is}`)).toEqual(
      statuses.map((status) => `${status} ambiguous ${kind}`),
    )
  })
})

describe('a success that arrives before the whole grade was sent', () => {
  /** A peer that replies at the first bytes, and reads no more. */
  const early =
    (bytes: string): PeerScript =>
    (socket) => {
      socket.once('data', () => {
        socket.pause()
        socket.write(bytes)
      })
    }

  describe.each(['http', 'https'] as const)('by %s', (scheme) => {
    it('is ambiguous if the peer never gets the end', async () => {
      expect(await send(early(withLength(200, ok)), { form: longForm, scheme })).toMatchObject({
        outcome: 'ambiguous',
        kind: 'early_reply',
        status: 200,
        phase: 'write_begun',
      })
      expect(peers[0]?.requests).toEqual([])
    })

    it('is delivered if the peer has read all of a long grade', async () => {
      expect(await send(answering(withLength(200, ok)), { form: longForm.slice(0, 1_000_000), scheme })).toMatchObject({
        outcome: 'delivered',
        kind: 'accepted',
      })
      expect(peers[0]?.requests).toHaveLength(1)
    })
  })
})

beforeAll(() => setDefaultCACertificates([...trusted, authority.cert]))
afterAll(() => setDefaultCACertificates(trusted))
afterEach(async () => {
  await Promise.all(peers.splice(0).map((peer) => peer.close()))
})

const ok = '{"success":true,"errors":[]}'
const head = (status: number, lines: string): string =>
  `HTTP/1.1 ${status} X\r\nLocation: http://127.0.0.1:1/\r\n${lines}\r\n`
const withLength = (status: number, body: string, length = body.length): string =>
  head(status, `Content-Length: ${length}\r\n`) + body
/**
 * A form that is larger than the buffers of both ends of a connection, so that sending stalls while the peer reads nothing: Linux lets
 * them grow to 36 MiB.
 */
const longForm = `points=5&feedback=${'x'.repeat(40_000_000)}`

const authority = createCertificate({ name: 'Authority of tests' })
const certificate = createCertificate({ name: 'peer', issuer: authority, names: ['127.0.0.1'] })
const trusted = getCACertificates('default')

const peers: PlainPeer[] = []

interface Sending {
  readonly form?: string
  readonly totalMs?: number
  readonly scheme?: 'http' | 'https'
}

/** Sends a grade to a peer of plain sockets by the worker's own client. */
async function send(
  script: PeerScript,
  { form = 'points=5', totalMs = 30_000, scheme = 'http' }: Sending = {},
): Promise<SendResult> {
  const peer = await startPlainPeer(
    script,
    scheme === 'https' ? { tls: { cert: certificate.cert, key: certificate.key } } : {},
  )
  peers.push(peer)
  const callbacks = createCallbackClient({
    limits: { connectMs: 30_000, verificationMs: 30_000, headersMs: totalMs, totalMs },
  })
  const origin = `${scheme}://127.0.0.1:${peer.port}`
  const target: CallbackTarget = {
    method: 'POST',
    url: `${origin}/a`,
    origin,
    protocol: `${scheme}:`,
    hostname: '127.0.0.1',
    port: peer.port,
    path: '/a',
    cidrs: ['127.0.0.1/32'],
  }
  const connection = await callbacks.connect(target, new AbortController().signal)
  return await sendGrade({ callbacks }, { target, form }, connection, {
    outcome: 'started',
    isLate: () => false,
    sinceMs: () => 0,
  })
}
