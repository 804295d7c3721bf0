import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
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
    { tags: '"1"', status: 304 },
    { tags: 'W/"1"', status: 304 },
    { tags: '*', status: 304 },
    { tags: '"0", "1"', status: 304 },
    { tags: '"2"', status: 200 },
    { tags: '1', status: 200 },
    { tags: '"11"', status: 200 },
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

  it('makes a new request id instead of a malformed one', async () => {
    const reply = await client.get({ headers: { 'X-Request-ID': 'a b' } })
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  })

  it.each([
    { title: 'no token', request: { token: null }, status: 401, code: 'invalid_token' },
    { title: 'an unknown token', request: { token: 'f'.repeat(40) }, status: 401, code: 'invalid_token' },
    {
      title: 'another scheme',
      request: { token: null, headers: { Authorization: `Bearer ${teacher}` } },
      status: 401,
      code: 'invalid_token',
    },
    { title: 'two credentials', request: { token: `${teacher} ${teacher}` }, status: 401, code: 'invalid_token' },
    { title: 'an assistant', request: { token: tokenOf(102) }, status: 403, code: 'forbidden' },
    { title: 'a student', request: { token: tokenOf(201) }, status: 403, code: 'forbidden' },
    { title: 'somebody without a course', request: { token: tokenOf(105) }, status: 403, code: 'forbidden' },
    { title: 'a teacher of another course', request: { token: tokenOf(104) }, status: 403, code: 'forbidden' },
    { title: 'a course that does not exist', request: { courseId: 999 }, status: 403, code: 'forbidden' },
    { title: 'a taught course that is not configured', request: { courseId: 12 }, status: 404, code: 'not_found' },
    ...['0', '01', '+1', '-1', '1e1', '1.0', '%201', '%EF%BC%91', '9007199254740992', '11%00', '0x0b'].map(
      (courseId) => ({
        title: `the course id ${courseId}`,
        request: { courseId },
        status: 400,
        code: 'validation_failed',
      }),
    ),
    ...['%FF', '11%2F12', '11%5C12', '11/', '11%2e%2e%2f'].map((courseId) => ({
      title: `a path that is no route: ${courseId}`,
      request: { courseId },
      status: 404,
      code: 'not_found',
    })),
  ])('rejects $title with $status $code', async ({ request, status, code }) => {
    const reply = await client.get(request)
    expect(reply.status).toBe(status)
    const body = (await reply.json()) as { error: { issues: unknown[] } }
    expect(body).toMatchObject({ error: { code, requestId: reply.headers.get('x-request-id') } })
    expect(body.error.issues).toEqual(
      status === 400 ? [expect.objectContaining({ path: '$.courseId', code: 'invalid_format' })] : [],
    )
    expect(reply.headers.get('www-authenticate')).toBe(status === 401 ? 'Token' : null)
  })

  it.each(['POST', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('lists the methods of %s', async (method) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    socket.write(`${method} /api/v1/courses/11/settings HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    const reply = await text(socket)
    expect(reply).toMatch(/^HTTP\/1\.1 405 /)
    expect(reply).toMatch(/\r\nAllow: GET, HEAD, PUT\r\n/)
    expect(reply).toContain('method_not_allowed')
  })

  it('rejects two Authorization lines, and two Host lines', async () => {
    const send = async (...lines: string[]): Promise<string> => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
      socket.write(`GET /api/v1/courses/11/settings HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
      return await text(socket)
    }
    const authorization = `Authorization: Token ${teacher}`
    expect(await send('Host: x', authorization)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await send('Host: x', authorization, authorization)).toMatch(/^HTTP\/1\.1 401 /)
    expect(await send('Host: x', 'Host: x', authorization)).toMatch(/^HTTP\/1\.1 400 /)
  })

  it("replies 502 aplus_unavailable if the platform fails to validate the token, without text of the platform's reply", async () => {
    service.upstream.faults.add({
      path: '/api/v2/users/me',
      times: 1,
      action: { kind: 'status', status: 500, body: '<h1>secret details</h1>' },
    })
    const reply = await client.get({ token: tokenOf(229) })
    expect(reply.status).toBe(502)
    const body = await reply.text()
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'aplus_unavailable', issues: [] } })
    expect(body).not.toContain('secret')
  })
})

describe('getCourseSettings without its database', () => {
  it('replies 500 internal with the fixed message, and logs only the class of the error', async () => {
    const lost = await startTestService()
    await settingsClient(lost).get()
    await lost.database.drop()
    const reply = await settingsClient(lost).get()
    expect(reply.status).toBe(500)
    expect(await reply.json()).toMatchObject({
      error: { code: 'internal', message: 'Internal error.', issues: [] },
    })
    await expect
      .poll(() =>
        lost.logLines.filter((line) => line.includes('unforeseen error')).map((line) => JSON.parse(line) as object),
      )
      .toMatchObject([
        { level: 'error', errorClass: expect.stringMatching(/^Database/), operation: 'getCourseSettings' },
      ])
    await lost.stop()
  })
})
