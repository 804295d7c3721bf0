import type { StudentPage } from '@course-grading/contracts/students/student'
import { changeOf, demoCourses } from '@course-grading/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'

const inHiddenModule = 6001

let service: TestService
let sessions: Record<'teacher' | 'assistant' | 'student' | 'otherStaff', string>
beforeAll(async () => {
  service = await startTestService()
  const { world } = service.upstream
  Object.assign(world.submission(3001), { status: 'ready', grade: 15, gradedAtMs: Date.UTC(2026, 9, 1) })
  world.setRole(11, 105, 'assistant')
  world.exercises.set(1107, { ...world.exercise(1105), id: 1107, moduleId: 56 })
  world.addSubmission({
    id: inHiddenModule,
    exerciseId: 1107,
    submitterIds: [201],
    submittedAtMs: Date.UTC(2026, 9, 30),
    status: 'ready',
    grade: 1,
  })
  sessions = {
    teacher: await service.signIn(101),
    assistant: await service.signIn(102),
    student: await service.signIn(201),
    otherStaff: await service.signIn(105),
  }
  const graders = [{ userId: 102, languages: ['fi'], feedbackTags: [], gradingTags: ['group-a'] }]
  const change = { ...changeOf(demoCourses.programming1), graders, manualGradingExercises: [1103, 1104, 1107] }
  expect(
    (await service.request('PUT', '/courses/11/settings', { session: sessions.teacher, ifMatch: '"1"', body: change }))
      .status,
  ).toBe(200)
})
afterAll(() => service.stop())

const get = (userId: number, session = sessions.teacher) =>
  service.request('GET', `/courses/11/students/${userId}`, { session })
const read = async (userId: number, session = sessions.teacher) => {
  const reply = await get(userId, session)
  expect(reply.status).toBe(200)
  return (await reply.json()) as StudentPage
}

describe('getStudent', () => {
  it('replies 404 to a student before the first snapshot', async () => {
    expect(await problemOf(await get(201, sessions.student))).toEqual([404, 'not_found'])
  })

  it('replies with a student, and the submissions and points of exercises that are graded by hand', async () => {
    const page = await read(201)
    expect(page).toMatchObject({
      userId: 201,
      username: 'student01',
      email: 'student01@example.org',
      tagSlugs: ['user-internal', 'group-a'],
      openWork: 0,
      finishedWork: 0,
      feedback: [],
      pointsByExercise: [
        { exerciseId: 1103, points: 15, maxPoints: 20 },
        { exerciseId: 1104, points: null, maxPoints: 100 },
        { exerciseId: 1107, points: 1 },
      ],
    })
    expect(page.submissions.find(({ submissionId }) => submissionId === 3001)).toEqual({
      submissionId: 3001,
      exerciseId: 1103,
      submittedAt: expect.stringMatching(/Z$/),
      state: 'ready',
      points: 15,
      assessmentId: null,
    })
    expect(page.submissions.map(({ submittedAt }) => submittedAt)).toEqual(
      page.submissions
        .map(({ submittedAt }) => submittedAt)
        .toSorted()
        .toReversed(),
    )
  })

  it('replies to students about themselves, without what is not released, tags and submissions in hidden modules', async () => {
    const staff = await read(201)
    const own = await read(201, sessions.student)
    const [hidden, ...shown] = staff.submissions
    expect(hidden).toMatchObject({ submissionId: inHiddenModule, submittedAt: staff.lastSubmissionAt })
    expect(own).toEqual({
      ...staff,
      tagSlugs: [],
      lastSubmissionAt: shown[0]?.submittedAt,
      submissions: shown.map((submission) => ({ ...submission, state: 'submitted', points: null })),
      pointsByExercise: [
        { exerciseId: 1103, points: null, maxPoints: 20 },
        { exerciseId: 1104, points: null, maxPoints: 100 },
      ],
    })
  })

  it('replies 404 to a grader for a student whom the grader may not grade', async () => {
    expect(await read(201, sessions.assistant)).toEqual(await read(201))
    expect(await problemOf(await get(202, sessions.assistant))).toEqual([404, 'not_found'])
    expect(await problemOf(await get(999, sessions.assistant))).toEqual([404, 'not_found'])
  })

  it('rejects students who request others, staff who are no graders, and people outside the course', async () => {
    for (const userId of [202, 999])
      expect(await problemOf(await get(userId, sessions.student))).toEqual([403, 'forbidden'])
    expect(await problemOf(await get(201, sessions.otherStaff))).toEqual([403, 'forbidden'])
    expect(await problemOf(await get(201, await service.signIn(104)))).toEqual([403, 'forbidden'])
  })

  it('replies 404 for people who are not on the roster, staff included', async () => {
    for (const userId of [101, 301, 999]) expect(await problemOf(await get(userId))).toEqual([404, 'not_found'])
  })

  it('makes no call to the platform', async () => {
    service.upstream.journal.clear()
    await read(201)
    expect(service.upstream.journal.entries).toEqual([])
  })
})
