import { randomUUID } from 'node:crypto'
import type { StudentPage } from '@course-grading/contracts/students/student'
import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import { describe, expect } from 'vitest'
import { placeAssessment, registerSubmission } from '../assessments/assessments.fixture.ts'
import { itOn, type Page, type TestService } from '../service-test.fixture.ts'
import { assess, register, startWithSnapshot } from '../submissions/submissions.fixture.ts'

const it = itOn(prepared)

describe('getStudent', () => {
  it.for([
    ['a teacher', 101],
    ['a grader', 102],
    ['the student', 205],
  ] as const)(
    'has the rows that listSubmissions shows to %s, registered since the snapshot or known from it',
    async ([_who, userId], { service }) => {
      const session = await service.signIn(userId)
      const { items } = await service.read<Page<SubmissionRow>>('/courses/11/submissions?userId=205&limit=200', session)
      const rows = items.map(({ submissionId, exerciseId, submittedAt, state, points, assessment }) => ({
        submissionId,
        exerciseId,
        submittedAt,
        state,
        points,
        assessmentId: assessment?.id ?? null,
      }))
      expect(rows.map(({ submissionId }) => submissionId)).toEqual(
        expect.arrayContaining([fromSnapshot, assessed, waiting]),
      )
      const page = await read(service, 205, session)
      expect(page.submissions).toEqual(userId === 205 ? rows : rows.toReversed())
      expect(page.lastSubmissionAt).toBe(page.submissions[0]?.submittedAt)
      expect([page.openWork, page.finishedWork]).toEqual(userId === 205 ? [3, 0] : [2, 1])
    },
  )

  it('counts no superseded work as open', async ({ service }) => {
    for (const submissionId of [6005, 6006]) await registerSubmission(service, { submissionId, submitterIds: [206] })
    const { submissions, openWork } = await read(service, 206)
    expect(submissions).toContainEqual(expect.objectContaining({ submissionId: 6005, state: 'superseded' }))
    expect(openWork).toBe(1)
  })

  it('counts superseded work as open while somebody holds it', async ({ service }) => {
    await registerSubmission(service, { submissionId: 6007, submitterIds: [207] })
    await placeAssessment(service, { id: randomUUID(), submissionId: 6007, rubricId: null, scores: {} })
    await registerSubmission(service, { submissionId: 6008, submitterIds: [207] })
    expect((await read(service, 207)).openWork).toBe(2)
  })
})

/** Of student 205: one assessed and two waiting, which no snapshot has, and what the snapshot has of the demo world. */
async function prepared() {
  const graders = [{ userId: 102, languages: ['fi'], feedbackTags: [], gradingTags: ['group-a'] }]
  const service = await startWithSnapshot({ settings: { graders, manualGradingExercises: [1103, 1104] } })
  for (const [id, language] of [
    [assessed, 'fi'],
    [waiting, 'fi'],
    [inEnglish, 'en'],
  ] as const) {
    const submittedAtMs = Date.UTC(2026, 10, 1) + id
    service.upstream.world.addSubmission({ id, exerciseId: 1104, submitterIds: [205], submittedAtMs })
    await register(service, id, { language, attempt: id })
  }
  await assess(service, assessed, 12)
  return service
}

const [assessed, inEnglish, waiting] = [6002, 6003, 6004]
const fromSnapshot = 3005

const read = (service: TestService, userId: number, session?: string) =>
  service.read<StudentPage>(`/courses/11/students/${userId}`, session)
