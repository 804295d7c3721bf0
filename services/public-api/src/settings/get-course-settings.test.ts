import { demoCourses } from '@course-grading/test-kit'
import { tokenOf } from '@course-grading/test-service'
import { describe, expect, it } from 'vitest'
import { openService, settingsClient, startTestService, teacher } from '../service.fixture.ts'

const service = await openService()
const client = settingsClient(service)

describe('getCourseSettings', () => {
  it('replies with the document, with its revision as a strong ETag', async () => {
    const reply = await client.get()
    expect(reply.status).toBe(200)
    expect(reply.headers.get('etag')).toBe('"1"')
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await reply.text()).toBe(JSON.stringify(demoCourses.programming1))
  })

  it.each([
    { tags: 'W/"0", "1"', status: 304 },
    { tags: '"2"', status: 200 },
  ])('replies $status to If-None-Match: $tags', async ({ tags, status }) => {
    const reply = await client.get({ headers: { 'If-None-Match': tags } })
    expect(reply.status).toBe(status)
    expect(reply.headers.get('etag')).toBe('"1"')
    if (status === 304) expect(await reply.text()).toBe('')
  })

  it('replies to HEAD with the headers of GET and no body', async () => {
    const address = `${service.url}/api/v1/courses/11/settings`
    const head = await fetch(address, { method: 'HEAD', headers: { Authorization: `Token ${teacher}` } })
    expect(head.status).toBe(200)
    expect(head.headers.get('etag')).toBe('"1"')
    expect(Number(head.headers.get('content-length'))).toBe(JSON.stringify(demoCourses.programming1).length)
    expect(await head.text()).toBe('')
  })

  it('uses a well-formed request id in the reply, in the log line, and upstream', async () => {
    const requestId = 'report.2026-11_20'
    // The token of a new person, so that it is not cached and the platform must be called.
    const { id, token } = service.upstream.world.addUser({ username: 'new-teacher' })
    service.upstream.world.setRole(11, id, 'teacher')
    const reply = await client.get({ token, headers: { 'X-Request-ID': requestId } })
    expect(reply.headers.get('x-request-id')).toBe(requestId)
    await expect
      .poll(() => service.logLines.filter((line) => line.includes(requestId)).map((line) => JSON.parse(line)))
      .toMatchObject([
        { message: 'request', operation: 'getCourseSettings', method: 'GET', status: 200, userId: id, courseId: 11 },
      ])
    expect(service.upstream.journal.count({ requestId })).toBe(1)
  })

  it.each([
    ['a token', 401, { token: null }, []],
    ['a course id in canonical form', 400, { courseId: '011' }, [{ path: '$.courseId', code: 'invalid_format' }]],
  ])('needs %s', async (_what, status, request, issues) => {
    const reply = await client.get(request)
    expect(reply.headers.get('www-authenticate')).toBe(status === 401 ? 'Token' : null)
    expect(reply.status).toBe(status)
    expect(await reply.json()).toMatchObject({ error: { issues } })
  })

  it.each([
    ['fails', { kind: 'status', status: 500, body }, null],
    ['is busy', { kind: 'status', status: 429, retryAfterS: 7, body }, '7'],
    ['sends a page', { kind: 'status', status: 200, contentType: 'text/html', body }, null],
    ['redirects', { kind: 'redirect', status: 302, location: 'http://127.0.0.1:1/secret' }, null],
  ] as const)('replies 502, without text of the platform, if that %s', async (_what, action, retryAfter) => {
    service.upstream.faults.add({ path: '/api/v2/users/me', action })
    const reply = await client.get({ token: tokenOf(229) })
    service.upstream.faults.clear()
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([502, retryAfter])
    const text = await reply.text()
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'aplus_unavailable', issues: [] } })
    expect(text).not.toContain('secret')
  })
})

describe('getCourseSettings without its database', () => {
  it('replies 503 overloaded with the fixed message, and logs the code of the failed connect once', async () => {
    const lost = await startTestService()
    await settingsClient(lost).get()
    await lost.database.drop()
    for (const reply of [await settingsClient(lost).get(), await settingsClient(lost).get()]) {
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1'])
      expect(await reply.json()).toMatchObject({ error: { code: 'overloaded', issues: [] } })
    }
    const logged = () => lost.logLines.filter((line) => line.includes('database_connection_failed'))
    await expect.poll(logged).toHaveLength(1)
    expect(JSON.parse(logged()[0] ?? '')).toMatchObject({ level: 'error', sqlstate: '3D000' })
    await lost.stop()
  })
})

const body = '<h1>secret details</h1>'
