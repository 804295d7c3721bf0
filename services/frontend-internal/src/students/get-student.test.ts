import type { StudentPage } from '@course-grading/contracts/students/student'
import { statementsOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { changeSettings } from '../settings/settings.fixture.ts'
import { itOn, startTestService, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared)

describe('getStudent', () => {
  it('replies 404 to a student before the first snapshot', async ({ service, student }) => {
    await expect(get(service, 201, student)).toBeProblem(404, 'not_found')
  })

  it('replies with a student, and submissions and points of exercises graded by hand', async ({ service }) => {
    const page = await read(service, 201)
    expect(page).toMatchObject({
      userId: 201,
      username: 'student01',
      email: 'student01@example.org',
      tagSlugs: ['user-internal', 'group-a'],
      openWork: 0,
      finishedWork: 0,
      feedback: [],
      left: false,
      pointsByExercise: [
        { exerciseId: 1103, points: 15, maxPoints: 20 },
        { exerciseId: 1104, points: null, maxPoints: 100 },
        { exerciseId: 1107, points: 1 },
      ],
    })
    expect(page.submissions.find(({ submissionId }) => submissionId === 3001)).toEqual({
      submissionId: 3001,
      exerciseId: 1103,
      exerciseName: expect.stringContaining('Essay program'),
      attempt: null,
      submittedAt: expect.stringMatching(/Z$/),
      state: 'not_queued',
      points: null,
      maxPoints: 20,
      assessmentId: null,
      upstream: null,
    })
    expect(page.submissions.map(({ submittedAt }) => submittedAt)).toEqual(
      page.submissions
        .map(({ submittedAt }) => submittedAt)
        .toSorted()
        .toReversed(),
    )
  })

  it('replies to students about themselves, without what they may not see', async ({ service, student }) => {
    const staff = await read(service, 201)
    const own = await read(service, 201, student)
    const [hidden, ...shown] = staff.submissions
    expect(hidden).toMatchObject({ submissionId: inHiddenModule, submittedAt: staff.lastSubmissionAt })
    expect(own).toEqual({
      ...staff,
      tagSlugs: [],
      lastSubmissionAt: shown[0]?.submittedAt,
      submissions: shown.map((submission) => ({ ...submission, state: 'submitted', points: null })),
      pointsByExercise: [
        { exerciseId: 1103, exerciseName: expect.any(String), points: null, maxPoints: 20 },
        { exerciseId: 1104, exerciseName: expect.any(String), points: null, maxPoints: 100 },
      ],
    })
  })

  it('replies 404 for people who are not on the roster, staff included', async ({ service }) => {
    for (const userId of [101, 301, 999]) await expect(get(service, userId)).toBeProblem(404, 'not_found')
  })

  it('makes no call to the platform, and as many statements whatever there is of the student', async ({ service }) => {
    service.upstream.journal.clear()
    const [much, little] = [
      await statementsOf(service, () => read(service, 201)),
      await statementsOf(service, () => read(service, 230)),
    ]
    expect(service.upstream.journal.entries).toEqual([])
    expect(much).toBe(little)
  })

  it('has as many of the newest submissions as fit into a reply', async ({ service }) => {
    const { submissions } = await read(service, 201)
    expect(submissions.length).toBeGreaterThan(1)
    await service.sql`UPDATE roster_student SET tag_slugs = ARRAY[repeat('x', ${2 * 1024 * 1024 - 16_384})] WHERE user_id = 201`
    expect((await read(service, 201)).submissions).toEqual(submissions.slice(0, 1))
  })
})

async function prepared() {
  const service = await startTestService()
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
  const graders = [{ userId: 102, languages: ['fi'], feedbackTags: [], gradingTags: ['group-a'] }]
  await changeSettings(service, { graders, manualGradingExercises: [1103, 1104, 1107] })
  return service
}

const inHiddenModule = 6001

const get = (service: TestService, userId: number, session?: string) =>
  service.get(`/courses/11/students/${userId}`, session)

const read = (service: TestService, userId: number, session?: string) =>
  service.read<StudentPage>(`/courses/11/students/${userId}`, session)
