import { aSettingsChange } from '@course-grading/test-kit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'
import { sessionRowsOf } from '../sessions/session-rows.fixture.ts'

const people = {
  teacher: 101,
  listedAssistant: 102,
  otherTeacher: 104,
  outsider: 105,
  student: 201,
  unlistedAssistant: 210,
}
let service: TestService
let sessions: Record<keyof typeof people, string>
beforeAll(async () => {
  service = await startTestService()
  service.upstream.world.setRole(11, people.unlistedAssistant, 'assistant')
  const ids = await Promise.all(
    Object.entries(people).map(async ([who, userId]) => [who, await service.signIn(userId)] as const),
  )
  sessions = Object.fromEntries(ids) as typeof sessions
})
afterEach(() => {
  service.upstream.faults.clear()
  service.upstream.world.course(11).visibleToStudents = true
  service.upstream.world.features.roleCourseLists = true
})
afterAll(() => service.stop())

const get = (who: keyof typeof people, courseId = 11): Promise<Response> =>
  service.request('GET', `/courses/${courseId}`, { session: sessions[who] })
const studentsFor = (who: keyof typeof people): Promise<Response> =>
  service.request('GET', '/courses/11/students', { session: sessions[who] })
const takeSnapshot = async (): Promise<void> => {
  expect((await service.request('POST', '/courses/11/snapshot/refresh', { session: sessions.teacher })).status).toBe(
    200,
  )
}

describe('getCourse', () => {
  it('replies with the course to its teacher, before the first snapshot', async () => {
    const reply = await get('teacher')
    expect([reply.status, await reply.json()]).toEqual([
      200,
      {
        courseId: 11,
        slug: 'programming-1',
        name: 'Programming 1',
        code: 'PRG-1',
        instanceName: '2026',
        configured: true,
        roles: ['teacher'],
        languages: ['fi', 'en'],
        counts: { students: 0, waiting: 0, inProgress: 0 },
        takenAt: null,
      },
    ])
  })

  it.each<[who: keyof typeof people, roles: string[], counts: boolean]>([
    ['teacher', ['teacher'], true],
    ['listedAssistant', ['assistant', 'grader'], true],
    ['unlistedAssistant', ['assistant'], false],
    ['student', ['student'], false],
  ])('shows the %s their role, and numbers of students to graders and teachers only', async (who, roles, counts) => {
    const view = (await (await get(who)).json()) as { counts: unknown }
    expect([view, view.counts !== null]).toMatchObject([{ roles }, counts])
  })

  it.each(['outsider', 'otherTeacher'] as const)(
    'is forbidden to the %s, whether the course is configured or not',
    async (who) => {
      for (const courseId of [11, 12, 99]) expect(await verdictOf(await get(who, courseId))).toEqual([403, 'forbidden'])
    },
  )

  it('replies 404 to members while the course is not configured', async () => {
    expect(await verdictOf(await get('teacher', 12))).toEqual([404, 'not_found'])
    service.upstream.world.course(14).visibleToStudents = true
    expect(await verdictOf(await get('student', 14))).toEqual([404, 'not_found'])
    expect(await verdictOf(await get('otherTeacher', 14))).toEqual([404, 'not_found'])
  })

  it('is forbidden to students of a hidden course that is not configured, as to strangers', async () => {
    service.upstream.world.course(14).visibleToStudents = false
    expect(await verdictOf(await get('student', 14))).toEqual([403, 'forbidden'])
  })

  it('is forbidden to students while the platform hides the course, without and with a snapshot, as to strangers', async () => {
    service.upstream.world.course(11).visibleToStudents = false
    expect(await verdictOf(await get('student'))).toEqual([403, 'forbidden'])
    expect(await verdictOf(await get('unlistedAssistant'))).toEqual([200, undefined])
    expect(await verdictOf(await studentsFor('student'))).toEqual([403, 'forbidden'])
    await takeSnapshot()
    service.upstream.journal.clear()
    expect(await verdictOf(await get('student'))).toEqual([403, 'forbidden'])
    expect(await verdictOf(await get('unlistedAssistant'))).toEqual([200, undefined])
    expect(await verdictOf(await studentsFor('student'))).toEqual([403, 'forbidden'])
    expect(service.upstream.journal.count()).toBe(0)
    service.upstream.world.course(11).visibleToStudents = true
    await takeSnapshot()
    expect(await verdictOf(await studentsFor('student'))).toEqual([403, 'forbidden'])
    expect(await verdictOf(await get('student'))).toEqual([200, undefined])
  })

  it('shows how many students the snapshot has, and its time', async () => {
    await takeSnapshot()
    expect(await (await get('teacher')).json()).toMatchObject({
      counts: { students: 29 },
      takenAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    })
  })

  it("treats exactly the people on the snapshot's roster as students", async () => {
    await takeSnapshot()
    service.upstream.world.setRole(11, people.outsider, 'student')
    await sessionRowsOf(service).ageIdentity(sessions.outsider, 301)
    expect(await verdictOf(await get('outsider'))).toEqual([403, 'forbidden'])
    await takeSnapshot()
    expect(await verdictOf(await get('outsider'))).toEqual([200, undefined])
    service.upstream.world.removeRole(11, people.outsider)
    await takeSnapshot()
    expect(await verdictOf(await get('outsider'))).toEqual([403, 'forbidden'])
  })

  it("probes an older A+, which reports no teachers, for the teacher's role", async () => {
    service.upstream.world.features.roleCourseLists = false
    const [teacher, assistant, student] = [
      await service.signIn(101),
      await service.signIn(103),
      await service.signIn(203),
    ]
    service.upstream.journal.clear()
    const rolesOf = async (session: string): Promise<unknown> => {
      const view = (await (await service.request('GET', '/courses/11', { session })).json()) as { roles: unknown }
      return view.roles
    }
    expect([await rolesOf(teacher), await rolesOf(assistant), await rolesOf(student)]).toEqual([
      ['teacher'],
      ['assistant', 'grader'],
      ['student'],
    ])
    const settings = (session: string): Promise<Response> => service.request('GET', '/courses/11/settings', { session })
    expect([await verdictOf(await settings(teacher)), await verdictOf(await settings(assistant))]).toEqual([
      [200, undefined],
      [403, 'forbidden'],
    ])
    expect(service.upstream.journal.entries.map(({ path, userId }) => `${path} ${userId}`)).toEqual([
      '/api/v2/courses/11/usertags 101',
      '/api/v2/courses/11/usertags 103',
      '/api/v2/courses/11/usertags 101',
      '/api/v2/courses/11/usertags 103',
    ])
    service.upstream.faults.add({ path: '/api/v2/courses/11/usertags', action: { kind: 'status', status: 500 } })
    expect(await verdictOf(await settings(teacher))).toEqual([502, 'upstream_unavailable'])
  })

  it('does not treat a student as a grader who is still listed in the settings', async () => {
    const { world } = service.upstream
    world.setRole(11, 211, 'assistant')
    const body = aSettingsChange({ graders: [{ userId: 211, languages: ['fi'] }] })
    expect(
      (await service.request('PUT', '/courses/11/settings', { session: sessions.teacher, ifMatch: '"1"', body }))
        .status,
    ).toBe(200)
    world.setRole(11, 211, 'student')
    await takeSnapshot()
    const session = await service.signIn(211)
    expect(await (await service.request('GET', '/courses/11', { session })).json()).toMatchObject({
      roles: ['student'],
      counts: null,
    })
    expect(await (await service.request('GET', '/session', { session })).json()).toMatchObject({
      courses: [{ courseId: 11, roles: ['student'] }],
    })
    expect(await verdictOf(await service.request('GET', '/courses/11/students', { session }))).toEqual([
      403,
      'forbidden',
    ])
  })

  it('makes no call to the platform', async () => {
    await takeSnapshot()
    service.upstream.journal.clear()
    for (const who of ['teacher', 'student'] as const) await get(who)
    expect(service.upstream.journal.count()).toBe(0)
  })
})
