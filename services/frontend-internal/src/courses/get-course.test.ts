import { courseBriefExample } from '@course-grading/contracts/courses/course-view-examples'
import { describe, expect } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import { sessionRowsOf } from '../sessions/session-rows.fixture.ts'
import { changeSettings } from '../settings/settings.fixture.ts'
import { it as base, type TestService } from '../service-test.fixture.ts'

const it = base.extend('sessions', { scope: 'file' }, ({ service }) => signedIn(service))

describe('getCourse', () => {
  it('replies with the course to its teacher, before the first snapshot', async ({ service, sessions }) => {
    const reply = await get(service, sessions, 'teacher')
    expect(reply.status).toBe(200)
    expect(await reply.json()).toEqual({
      ...courseBriefExample,
      languages: ['fi', 'en'],
      counts: { students: 0, waiting: 0, inProgress: 0 },
      takenAt: null,
    })
  })

  it.for<[who: keyof typeof people, roles: string[], counts: boolean]>([
    ['teacher', ['teacher'], true],
    ['listedAssistant', ['assistant', 'grader'], true],
    ['unlistedAssistant', ['assistant'], false],
    ['student', ['student'], false],
  ])(
    'shows the %s their role, and numbers of students to graders and teachers only',
    async ([who, roles, counts], { service, sessions }) => {
      await expect(get(service, sessions, who)).toBeReply(200, {
        roles,
        counts: counts ? expect.any(Object) : null,
      })
    },
  )

  it.for(['outsider', 'otherTeacher'] as const)(
    'is forbidden to the %s, whether the course is configured or not',
    async (who, { service, sessions }) => {
      for (const courseId of [11, 12, 99])
        await expect(get(service, sessions, who, courseId)).toBeProblem(403, 'forbidden')
    },
  )

  it('replies 404 to members while the course is not configured', async ({ service, sessions }) => {
    await expect(get(service, sessions, 'teacher', 12)).toBeProblem(404, 'not_found')
    service.upstream.world.course(14).visibleToStudents = true
    await expect(get(service, sessions, 'student', 14)).toBeProblem(404, 'not_found')
    await expect(get(service, sessions, 'otherTeacher', 14)).toBeProblem(404, 'not_found')
  })

  it('is forbidden to students of a hidden course that is not configured', async ({ service, sessions }) => {
    service.upstream.world.course(14).visibleToStudents = false
    await expect(get(service, sessions, 'student', 14)).toBeProblem(403, 'forbidden')
  })

  it('is forbidden to students of a hidden course, without and with a snapshot', async ({ service, sessions }) => {
    service.upstream.world.course(11).visibleToStudents = false
    await expect(get(service, sessions, 'student')).toBeProblem(403, 'forbidden')
    await expect(get(service, sessions, 'unlistedAssistant')).toBeReply(200)
    await expect(studentsFor(service, sessions, 'student')).toBeProblem(403, 'forbidden')
    await takeSnapshot(service)
    service.upstream.journal.clear()
    await expect(get(service, sessions, 'student')).toBeProblem(403, 'forbidden')
    await expect(get(service, sessions, 'unlistedAssistant')).toBeReply(200)
    await expect(studentsFor(service, sessions, 'student')).toBeProblem(403, 'forbidden')
    expect(service.upstream.journal.count()).toBe(0)
    service.upstream.world.course(11).visibleToStudents = true
    await takeSnapshot(service)
    await expect(studentsFor(service, sessions, 'student')).toBeProblem(403, 'forbidden')
    await expect(get(service, sessions, 'student')).toBeReply(200)
  })

  it('shows how many students the snapshot has, and its time', async ({ service, sessions }) => {
    await takeSnapshot(service)
    expect(await (await get(service, sessions, 'teacher')).json()).toMatchObject({
      counts: { students: 29 },
      takenAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    })
  })

  it("treats exactly the people on the snapshot's roster as students", async ({ service, sessions }) => {
    await takeSnapshot(service)
    service.upstream.world.setRole(11, people.outsider, 'student')
    await sessionRowsOf(service).ageIdentity(sessions.outsider, 301)
    await expect(get(service, sessions, 'outsider')).toBeProblem(403, 'forbidden')
    await takeSnapshot(service)
    await expect(get(service, sessions, 'outsider')).toBeReply(200)
    service.upstream.world.removeRole(11, people.outsider)
    await takeSnapshot(service)
    await expect(get(service, sessions, 'outsider')).toBeProblem(403, 'forbidden')
  })

  it("probes an older A+, which reports no teachers, for the teacher's role", async ({ service }) => {
    service.upstream.world.features.roleCourseLists = false
    const [teacher, assistant, student] = [
      await service.signIn(101),
      await service.signIn(103),
      await service.signIn(203),
    ]
    service.upstream.journal.clear()
    const rolesOf = async (session: string): Promise<unknown> => {
      const view = await service.read<{ roles: unknown }>('/courses/11', session)
      return view.roles
    }
    expect([await rolesOf(teacher), await rolesOf(assistant), await rolesOf(student)]).toEqual([
      ['teacher'],
      ['assistant', 'grader'],
      ['student'],
    ])
    const settings = (session: string): Promise<Response> => service.get('/courses/11/settings', session)
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
    await expect(settings(teacher)).toBeProblem(502, 'upstream_unavailable')
  })

  it('does not treat a student as a grader who is still listed in the settings', async ({ service }) => {
    const { world } = service.upstream
    world.setRole(11, 211, 'assistant')
    await changeSettings(service, { graders: [{ userId: 211, languages: ['fi'] }] })
    world.setRole(11, 211, 'student')
    await takeSnapshot(service)
    const session = await service.signIn(211)
    await expect(service.get('/courses/11', session)).toBeReply(200, { roles: ['student'], counts: null })
    const courses = [{ courseId: 11, roles: ['student'] }]
    await expect(service.get('/session', session)).toBeReply(200, { courses })
    await expect(service.get('/courses/11/students', session)).toBeProblem(403, 'forbidden')
  })

  it('makes no call to the platform', async ({ service, sessions }) => {
    await takeSnapshot(service)
    service.upstream.journal.clear()
    for (const who of ['teacher', 'student'] as const) await get(service, sessions, who)
    expect(service.upstream.journal.count()).toBe(0)
  })
})

const people = {
  teacher: 101,
  listedAssistant: 102,
  otherTeacher: 104,
  outsider: 105,
  student: 201,
  unlistedAssistant: 210,
}
type Sessions = Readonly<Record<keyof typeof people, string>>

/** Also of an assistant whom the settings do not list as a grader. */
async function signedIn(service: TestService): Promise<Sessions> {
  service.upstream.world.setRole(11, people.unlistedAssistant, 'assistant')
  const sessions = Object.entries(people).map(async ([who, userId]) => [who, await service.signIn(userId)] as const)
  return Object.fromEntries(await Promise.all(sessions)) as Sessions
}

it.afterEach(({ service }) => {
  service.upstream.faults.clear()
  service.upstream.world.course(11).visibleToStudents = true
  service.upstream.world.features.roleCourseLists = true
})

const get = (service: TestService, sessions: Sessions, who: keyof typeof people, courseId = 11): Promise<Response> =>
  service.get(`/courses/${courseId}`, sessions[who])

const studentsFor = (service: TestService, sessions: Sessions, who: keyof typeof people): Promise<Response> =>
  service.get('/courses/11/students', sessions[who])

const takeSnapshot = (service: TestService) =>
  expect(service.send('POST', '/courses/11/snapshot/refresh')).toBeReply(200)
