import { inspect } from 'node:util'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { describe, expect, it } from 'vitest'
import { replyOf, identityBody, type Script } from '../adversarial-server.fixture.ts'
import { failureOf, upstreamOf, upstreamWith } from '../upstream-under-test.fixture.ts'
import { UpstreamError, upstreamReasons } from './upstream-error.ts'
import { fetchIdentity, findCourseStaff, listUserTags } from '../index.ts'

describe('UpstreamError', () => {
  it.each(failures)('has no token, no address and no text of A+ after: %s', async (_what, script) => {
    const { upstream, server } = await upstreamWith(script, { timeoutMs: 300 })
    const errors = await Promise.all(
      [fetchIdentity(upstream, call), findCourseStaff(upstream, call, 5, 11), listUserTags(upstream, call, 11)].map(
        failureOf,
      ),
    )
    for (const text of errors.map(printed)) {
      for (const secret of [token, spoken, new URL(server.url).host, '/api/v2']) expect(text).not.toContain(secret)
    }
  })

  it('does not have the address of a server that cannot be reached', async () => {
    const text = printed(await failureOf(fetchIdentity(upstreamOf('http://127.0.0.1:1'), call)))
    expect(text).not.toContain('127.0.0.1')
    expect(text).not.toContain(token)
  })

  it.each(upstreamReasons)('has one of four codes and nothing else for %s', (reason) => {
    const error = new UpstreamError(reason)
    expect(error).toBeInstanceOf(DomainError)
    expect(error.message).toBe(error.code)
    expect(error.code).toMatch(/^upstream_(unavailable|malformed|refused|rejected)$/)
  })

  it.each(['connect failed to 10.0.0.1', 'econnreset', 23, null, { a: 1 }, 'A', 'X'.repeat(80)])(
    'leaves out the invalid system code %j',
    (systemCode) => expect(new UpstreamError('transport', { systemCode }).systemCode).toBeUndefined(),
  )
})

const token = 'c0ffee42'.repeat(5)
const spoken = 'something-that-upstream-said'
const call = { token, requestId: 'request-0001' }

/** Everything of an error that a careless logger might print. */
const printed = (error: UpstreamError): string =>
  [
    inspect(error, { depth: Infinity, showHidden: true, getters: true }),
    error.message,
    error.stack,
    String(error),
    JSON.stringify(error),
    JSON.stringify(Object.getOwnPropertyNames(error).map((name): unknown => Reflect.get(error, name))),
  ].join('\n')

const failures: [string, Script][] = [
  ['reset', (socket) => socket.resetAndDestroy()],
  ['not HTTP', (socket) => socket.end(`${spoken}\r\n\r\n`)],
  ['401', (socket) => socket.write(replyOf(401, JSON.stringify({ detail: `${spoken} ${token}` })))],
  ['500', (socket) => socket.write(replyOf(500, `<html>${spoken} ${token}`, { 'X-Said': spoken }))],
  ['302', (socket) => socket.write(replyOf(302, '', { Location: `http://${spoken}.example/?token=${token}` }))],
  ['not JSON', (socket) => socket.write(replyOf(200, `${spoken} ${token}`))],
  ['not the schema', (socket) => socket.write(replyOf(200, identityBody({ id: `${spoken} ${token}` })))],
  ['silence', () => {}],
]

describe('the cause of a connection that failed', () => {
  it.each([
    ['certificate', ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID', 'EPROTO']],
    ['certificate', ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION']],
    ['name', ['ENOTFOUND', 'EAI_AGAIN']],
    ['refused', ['ECONNREFUSED']],
    ['reset', ['ECONNRESET', 'EPIPE']],
    ['closed', ['UND_ERR_SOCKET']],
    ['timeout', ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']],
    ['unreachable', ['EHOSTUNREACH', 'ENETUNREACH']],
    ['other', ['EACCES', undefined]],
  ])('is %s for %j', (cause, codes) => {
    for (const systemCode of codes)
      expect(new UpstreamError('transport', { systemCode }).connectionCause, systemCode).toBe(cause)
  })

  it('is of a connection alone', () => {
    const reasons = upstreamReasons.filter((reason) => new UpstreamError(reason).connectionCause !== undefined)
    expect(reasons).toEqual(['transport', 'cut_off'])
  })
})
