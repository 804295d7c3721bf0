import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { replyOf, drip, identityBody, startAdversarialServer, type Script } from '../adversarial-server.fixture.ts'
import { ampleMs, failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'
import type { UpstreamReason } from '../call/upstream-error.ts'
import { fetchIdentity } from '../index.ts'

describe('readReply', () => {
  it.each(faults)(
    'fails for %s with the reason %s, without waiting for the deadline',
    async (_what, reason, script) => {
      const { upstream } = await upstreamWith(script, { timeoutMs: ampleMs })
      const error = await failureOf(fetchIdentity(upstream, someCall))
      const code = codeOf[reason] ?? 'upstream_malformed'
      expect({ reason: error.reason, code: error.code, message: error.message }).toEqual({
        reason,
        code,
        message: code,
      })
    },
  )

  it.each(stalls)('ends %s at the deadline', async (_what, script) => {
    const { upstream } = await upstreamWith(script, { timeoutMs: deadlineMs })
    const error = await failureOf(fetchIdentity(upstream, someCall))
    expect([error.reason, error.code]).toEqual(['timeout', 'upstream_unavailable'])
  })

  it.each([301, 302, 303, 307, 308])('never follows a %i to another origin', async (status) => {
    const elsewhere = await startAdversarialServer((socket) => socket.end(replyOf(200, identityBody())))
    const { upstream, server } = await upstreamWith((socket) =>
      socket.write(replyOf(status, '', { Location: `${elsewhere.url}/api/v2/users/me` })),
    )
    const error = await failureOf(fetchIdentity(upstream, someCall))
    await elsewhere.close()
    expect([error.reason, error.code, error.status]).toEqual(['redirect', 'upstream_malformed', status])
    expect([server.requests.length, elsewhere.connections()]).toEqual([1, 0])
  })

  it.each([
    'application/json',
    'application/vnd.aplus+json',
    'application/vnd.aplus+json; version=2.0',
    'Application/JSON;charset="UTF-8"',
  ])('reads %s', async (contentType) => {
    const { upstream } = await upstreamWith((socket) =>
      socket.write(replyOf(200, identityBody(), { 'Content-Type': contentType })),
    )
    await expect(fetchIdentity(upstream, someCall)).resolves.toMatchObject({ userId: 101 })
  })

  it('reads the reply that comes after an informational one', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n'
    const { upstream } = await upstreamWith((socket) => socket.write(hints + replyOf(200, identityBody())))
    await expect(fetchIdentity(upstream, someCall)).resolves.toMatchObject({ userId: 101 })
  })

  it('reads a body of exactly the limit', async () => {
    const body = identityBody().padEnd(1024 * 1024, ' ')
    const { upstream } = await upstreamWith((socket) => socket.write(replyOf(200, body)))
    await expect(fetchIdentity(upstream, someCall)).resolves.toMatchObject({ userId: 101 })
  })

  it('returns the Retry-After of a 503, limited to a minute', async () => {
    const { upstream, server } = await upstreamWith((socket) =>
      socket.write(replyOf(503, '', { 'Retry-After': '86400' })),
    )
    const error = await failureOf(fetchIdentity(upstream, someCall))
    expect([error.retryAfterS, error.status, server.requests.length]).toEqual([60, 503, 1])
  })

  it.each([401, 403, 404, 429, 500])('does not wait for the body of a %i', async (status) => {
    const { upstream } = await upstreamWith(
      (socket) => {
        socket.write(replyOf(status, '', { 'Content-Length': '500' }))
      },
      { timeoutMs: ampleMs },
    )
    const error = await failureOf(fetchIdentity(upstream, someCall))
    expect(error.status).toBe(status)
  })

  it('keeps the connection after a refusal with a short body', async () => {
    const { upstream, server } = await upstreamWith((socket) =>
      socket.write(replyOf(401, '{"detail":"Invalid token."}')),
    )
    for (let call = 0; call < 5; call += 1) await failureOf(fetchIdentity(upstream, someCall))
    expect(server.requests.length).toBe(5)
    expect(server.connections()).toBeLessThanOrEqual(2) // a pool opens a second one when the first is not idle yet
  })
})

const html = '<!doctype html><title>Server Error (500)</title>'
const ok = (headers: string): string => `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`
const json = 'Content-Type: application/json'
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

/** Faults that end by themselves, each with the reason and the code that the caller must see. */
const faults: [what: string, reason: UpstreamReason, script: Script][] = [
  ['a closed connection', 'transport', (socket) => socket.end()],
  ['a reset connection', 'transport', (socket) => socket.resetAndDestroy()],
  ['half a status line', 'transport', (socket) => socket.end('HTTP/1.1 20')],
  ['half of the headers', 'transport', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Ty')],
  ['half of the body', 'cut_off', (socket) => socket.end(ok(`${json}\r\nContent-Length: 900`) + identityBody())],
  [
    'a reset in the body',
    'cut_off',
    (socket) => {
      socket.write(ok(`${json}\r\nContent-Length: 900`) + identityBody())
      setTimeout(() => socket.resetAndDestroy(), 20)
    },
  ],
  [
    'a chunked body without its end',
    'cut_off',
    (socket) => socket.end(ok(`${json}\r\nTransfer-Encoding: chunked`) + chunk(identityBody())),
  ],
  [
    'a Content-Length that is too small',
    'not_json',
    (socket) => socket.end(replyOf(200, identityBody(), { 'Content-Length': '20' })),
  ],
  [
    'two Content-Lengths',
    'not_http',
    (socket) => socket.end(ok(`${json}\r\nContent-Length: 2\r\nContent-Length: 3`) + '{} '),
  ],
  [
    'Content-Length and chunks',
    'not_http',
    (socket) => socket.end(ok(`${json}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked`) + chunk('{}')),
  ],
  ['something that is not HTTP', 'not_http', (socket) => socket.end('220 mail.example.org ESMTP\r\n\r\n')],
  [
    'endless headers',
    'not_http',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      drip(socket, 1, () => socket.write(`X-More: ${'x'.repeat(8000)}\r\n`))
    },
  ],
  [
    'an announced body over the limit',
    'too_large',
    (socket) => socket.end(ok(`${json}\r\nContent-Length: ${1024 * 1024 + 1}`)),
  ],
  [
    'an endless body',
    'too_large',
    (socket) => {
      socket.write(ok(`${json}\r\nTransfer-Encoding: chunked`))
      drip(socket, 1, () => socket.write(chunk(' '.repeat(100_000))))
    },
  ],
  [
    'an HTML page with status 200',
    'media_type',
    (socket) => socket.end(replyOf(200, html, { 'Content-Type': 'text/html' })),
  ],
  [
    'JSON with the media type of text',
    'media_type',
    (socket) => socket.end(replyOf(200, identityBody(), { 'Content-Type': 'text/plain; charset=utf-8' })),
  ],
  ['no media type', 'media_type', (socket) => socket.end(ok('Content-Length: 2') + '{}')],
  ['two media types', 'media_type', (socket) => socket.end(ok(`${json}\r\n${json}\r\nContent-Length: 2`) + '{}')],
  [
    'another charset',
    'media_type',
    (socket) => socket.end(replyOf(200, identityBody(), { 'Content-Type': 'application/json; charset=latin-1' })),
  ],
  ['HTML with the media type of JSON', 'not_json', (socket) => socket.end(replyOf(200, html))],
  ['an empty body', 'not_json', (socket) => socket.end(replyOf(200, ''))],
  [
    'bytes that are not UTF-8',
    'not_json',
    (socket) => socket.end(replyOf(200, Buffer.from(identityBody({ full_name: 'Äpy' }), 'latin1'))),
  ],
  ['a byte order mark', 'not_json', (socket) => socket.end(replyOf(200, `\uFEFF${identityBody()}`))],
  [
    'a duplicate key',
    'not_json',
    (socket) => socket.end(replyOf(200, identityBody().replace('"id":101', '"id":101,"\\u0069d":102'))),
  ],
  ['a million levels', 'not_json', (socket) => socket.end(replyOf(200, '['.repeat(1_000_000)))],
  [
    'a lone surrogate',
    'not_json',
    (socket) => socket.end(replyOf(200, identityBody().replace('Terry Teacher', '\\ud83d'))),
  ],
  [
    'a gzip body',
    'encoding',
    (socket) => socket.end(replyOf(200, gzipSync(identityBody()), { 'Content-Encoding': 'gzip' })),
  ],
  ['a bare JSON string', 'schema', (socket) => socket.end(replyOf(200, '"Only a teacher may"'))],
  [
    'an id above the safe integers',
    'not_json',
    (socket) => socket.end(replyOf(200, identityBody().replace('"id":101', '"id":9007199254740992'))),
  ],
  ['204', 'unexpected_status', (socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n')],
  ['206', 'unexpected_status', (socket) => socket.end(replyOf(206, identityBody()))],
  ['400 as HTML', 'unexpected_status', (socket) => socket.end(replyOf(400, html, { 'Content-Type': 'text/html' }))],
  ['406', 'unexpected_status', (socket) => socket.end(replyOf(406, '{"detail":"no"}'))],
  ['401', 'refused', (socket) => socket.end(replyOf(401, '{"detail":"Invalid token."}'))],
  ['403', 'rejected', (socket) => socket.end(replyOf(403, '{"detail":"no"}'))],
  ['404 as HTML', 'rejected', (socket) => socket.end(replyOf(404, html, { 'Content-Type': 'text/html' }))],
  ['429', 'rate_limited', (socket) => socket.end(replyOf(429, ''))],
  ['500 as HTML', 'server_error', (socket) => socket.end(replyOf(500, html, { 'Content-Type': 'text/html' }))],
  ['503', 'server_error', (socket) => socket.end(replyOf(503, html, { 'Content-Type': 'text/html' }))],
]

/** Faults that only the deadline ends. */
const stalls: [what: string, script: Script][] = [
  ['silence', () => {}],
  [
    'headers drip by drip',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Drip: ')
      drip(socket, 20, () => socket.write('x'))
    },
  ],
  ['headers and then silence', (socket) => socket.write(ok(`${json}\r\nContent-Length: 900`))],
  [
    'a body drip by drip',
    (socket) => {
      socket.write(ok(`${json}\r\nTransfer-Encoding: chunked`))
      drip(socket, 20, () => socket.write(chunk(' ')))
    },
  ],
]

const codeOf: Partial<Record<UpstreamReason, string>> = {
  transport: 'upstream_unavailable',
  cut_off: 'upstream_unavailable',
  rate_limited: 'upstream_unavailable',
  server_error: 'upstream_unavailable',
  refused: 'upstream_refused',
  rejected: 'upstream_rejected',
}
const deadlineMs = 600
