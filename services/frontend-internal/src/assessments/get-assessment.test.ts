import { randomUUID } from 'node:crypto'
import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { statementsOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { placeAssessment, registerSubmission } from './assessments.fixture.ts'
import { itOnExamples as it, type TestService } from '../service-test.fixture.ts'

describe('getAssessment', () => {
  it('shows points, rubric, submitters, state of the grade and revision', async ({ service, grader }) => {
    const reply = await service.get(`/assessments/${assessmentIds.completed}`, grader)
    expect(reply).toHaveHeaders({ etag: '"1"', 'x-assessment-revision': '1' })
    const body = (await reply.json()) as Assessment
    expect(body).toMatchObject({
      state: 'completed',
      grader: { userId: 101 },
      byCriterion: { structure: 8.5, faults: 0, report: 8.25 },
      submitters: [{ userId: 202 }],
      rubric: { version: 1, wording: 1 },
      deliverable: true,
    })
    expect(body.rubric.document.criteria).toHaveLength(3)
  })

  it('names the exercise as the snapshot does', async ({ service, grader }) => {
    const reply = await service.get(`/assessments/${assessmentIds.held}`, grader)
    expect(await reply.json()).toMatchObject({
      exerciseName: expect.stringMatching(/\|en:Essay program\|fi:Esseeohjelma\|$/),
    })
  })

  it('has the tags of the submitters', async ({ service, grader }) => {
    const reply = await service.get(`/assessments/${assessmentIds.held}`, grader)
    expect(await reply.json()).toMatchObject({ submitters: [{ userId: 201 }], tagSlugs: ['group-a', 'user-internal'] })
  })

  it('makes at most three statements', async ({ service, grader }) => {
    expect(
      await statementsOf(service, () => service.get(`/assessments/${assessmentIds.completed}`, grader)),
    ).toBeLessThanOrEqual(3)
  })

  it('has no parts of points from before parts were stored', async ({ service, grader }) => {
    await service.sql`UPDATE completed_result SET parts = NULL WHERE assessment_id = ${assessmentIds.completed}`
    const reply = await service.get(`/assessments/${assessmentIds.completed}`, grader)
    expect(await reply.json()).toMatchObject({ points: 17, parts: [] })
  })

  it('keeps its maximum, and scales to the present maximum upstream', async ({ service, grader }) => {
    const id = randomUUID()
    const submissionId = (lastSubmission += 1)
    await registerSubmission(service, { submissionId, submitterIds: [300], maxPoints: 7 })
    await placeAssessment(service, { id, submissionId, rubricId: null, scores: { points: { points: 6 } } })
    await service.sql`UPDATE snapshot_exercise SET max_points = 14 WHERE exercise_id = 1103`
    await service.sql`UPDATE course_snapshot SET taken_at = clock_timestamp() WHERE course_id = 11`
    const reply = await service.get(`/assessments/${id}`, grader)
    expect(await reply.json()).toMatchObject({ points: 6, maxPoints: 7, upstreamPoints: 12, upstreamMaxPoints: 14 })
  })

  it('is found beyond the restriction of a grader only by its holder', async ({ service }) => {
    const id = await placed(service)
    const restricted = await service.signIn(102)
    await expect(service.get(`/assessments/${id}`, restricted)).toBeProblem(404, 'not_found')
    const own = await placed(service, 102)
    await expect(service.get(`/assessments/${own}`, restricted)).toBeReply(200)
    const claims = `/submissions/${lastSubmission}/claims`
    await expect(service.request('POST', claims, { session: restricted, body: {} })).toBeReply(200)
  })
})

let lastSubmission = 9300

async function placed(service: TestService, holderId = 101): Promise<string> {
  const id = randomUUID()
  const submissionId = (lastSubmission += 1)
  await registerSubmission(service, { submissionId, submitterIds: [300] })
  await placeAssessment(service, { id, submissionId, holderId })
  return id
}
