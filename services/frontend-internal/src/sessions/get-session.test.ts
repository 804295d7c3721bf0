import { tokenOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { it, type TestService } from '../service-test.fixture.ts'

describe('getSession', () => {
  it('has the same reply as the sign-in', async ({ service }) => {
    const created = (await (await service.request('POST', '/sessions', { body: { token: tokenOf(101) } })).json()) as {
      sessionId: string
      session: unknown
    }
    const reply = await get(service, created.sessionId)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(await reply.json()).toEqual(created.session)
  })

  it.for<[userId: number, courses: unknown[]]>([
    [102, [{ courseId: 11, roles: ['assistant', 'grader'] }]],
    [
      104,
      [
        { courseId: 13, roles: ['teacher'] },
        { courseId: 14, configured: false },
      ],
    ],
    [105, []],
    [230, [{ courseId: 11, roles: ['student'] }]],
  ])('has the courses and roles of %i', async ([userId, courses], { service }) => {
    expect(await (await get(service, await service.signIn(userId))).json()).toMatchObject({ user: { userId }, courses })
  })

  it('shows roles of the last five minutes, or the last known ones', async ({ service, rows }) => {
    const session = await service.signIn(103)
    service.upstream.world.setRole(11, 103, 'teacher')
    await rows.ageIdentity(session, 301)
    service.upstream.faults.add({ path: '/**', times: 1, action: { kind: 'status', status: 500 } })
    expect(await (await get(service, session)).json()).toMatchObject({ courses: [{ roles: ['assistant', 'grader'] }] })
    expect(await (await get(service, session)).json()).toMatchObject({ courses: [{ roles: ['teacher', 'grader'] }] })
  })

  it('counts as a use of the session, without which the session ends', async ({ service, rows }) => {
    const [used, unused] = [await service.signIn(201), await service.signIn(201)]
    for (const session of [used, unused]) await rows.leaveUnused(session, 7000)
    await expect(get(service, used)).toBeReply(200)
    for (const session of [used, unused]) await rows.leaveUnused(session, 300)
    await expect(get(service, used)).toBeReply(200)
    await expect(get(service, unused)).toBeProblem(401, 'session_expired')
  })

  it('stays below 2 MiB with any data of the platform about a person, as does the sign-in', async ({ service }) => {
    // About as many courses as the JSON reader takes of one reply, and as many bytes.
    const courses = Array.from({ length: 9900 }, (_, index) => ({
      id: 1_000_000 + index,
      code: '',
      name: 'n'.repeat(50),
      instance_name: '',
    }))
    const body = JSON.stringify({
      id: 105,
      username: 'u',
      student_id: null,
      email: '',
      full_name: 'U',
      enrolled_courses: courses,
      staff_courses: [],
      teacher_courses: [],
    })
    expect(body.length).toBeGreaterThan(1_000_000)
    service.upstream.faults.add({
      path: '/api/v2/users/me',
      times: 1,
      action: { kind: 'status', status: 200, contentType: 'application/json', body },
    })
    const created = await service.request('POST', '/sessions', { body: { token: tokenOf(105) } })
    const text = await created.text()
    const { sessionId } = JSON.parse(text) as { sessionId: string }
    expect(created.status).toBe(201)
    for (const reply of [text, await (await get(service, sessionId)).text()]) {
      expect(Buffer.byteLength(reply)).toBeLessThan(2 * 1024 * 1024)
      expect(Buffer.byteLength(reply)).toBeGreaterThan(1024 * 1024)
    }
    const list = await service.get('/courses?limit=200', sessionId)
    expect(((await list.json()) as { items: unknown[] }).items).toHaveLength(200)
  })

  it('makes no call to the platform', async ({ service }) => {
    const teacher = await service.signIn(101)
    service.upstream.journal.clear()
    await get(service, teacher)
    expect(service.upstream.journal.count()).toBe(0)
  })
})

const get = (service: TestService, session: string): Promise<Response> => service.get('/session', session)
