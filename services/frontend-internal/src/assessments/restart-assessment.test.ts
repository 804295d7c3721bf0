import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import { rubricIds } from '@course-grading/contracts/rubrics/rubric-examples'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type AssessmentClient, assessmentClient, note } from './assessment-client.fixture.ts'
import { completeScores } from './assessments.fixture.ts'

let service: TestService
let client: AssessmentClient
let grader: string
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await assessmentClient(service)
  grader = await service.signIn(103)
})
afterAll(() => service.stop())

const restart = (id: string, headers: Record<string, string> = {}) =>
  client.post(id, 'restart', { headers, body: { reason: 'The wrong rubric.' } })
const judgeBy = (rubricId: string | null) =>
  ownerQuery(
    service,
    `INSERT INTO exercise_grading (course_id, exercise_id, revision, rubric_id, anonymous, attempts, claim_order, auto_points, release,
      lease_minutes, max_open_claims, notify, updated_at)
    VALUES (11, 1103, 1, $1, FALSE, 'latest', 'bands', 'shown', 'manual', 30, 5, TRUE, now())
    ON CONFLICT (course_id, exercise_id) DO UPDATE SET rubric_id = $1`,
    [rubricId],
  )

describe('restartAssessment', () => {
  it("begins again by the exercise's present rubric, held by the teacher, and parks the earlier judgement", async () => {
    await judgeBy(rubricIds.finished)
    const id = await client.placed({ holderId: 103, rubricId: null, scores: { points: { points: 7 } } })
    await client.patch(
      id,
      { adjustment: { points: 1, reason: 'Kind.' }, privateNote: 'Hm.' },
      { session: grader, revision: 1 },
    )
    const feedback = (await client.read(id)).feedbackId
    const reply = await restart(id)
    expect([reply.status, reply.headers.get('etag')]).toEqual([200, '"3"'])
    expect((await reply.json()) as Assessment).toMatchObject({
      state: 'in_progress',
      revision: 3,
      holder: { userId: 101 },
      rubric: { rubricId: rubricIds.finished, version: 1 },
      scores: {},
      adjustment: null,
      privateNote: '',
      points: 0,
      feedbackId: feedback,
    })
    expect(await client.parkedOf(id)).toMatchObject([
      {
        reason: 'restarted',
        baseRevision: 2,
        content: {
          scores: { points: { points: 7 } },
          adjustment: { points: 1, reason: 'Kind.' },
          privateNote: 'Hm.',
        },
      },
    ])
    expect((await client.eventsOf(id)).at(-1)).toMatchObject({
      event: 'restarted',
      by: 101,
      from: 2,
      to: 3,
      before: 8,
      after: 0,
      reason: 'The wrong rubric.',
    })
  })

  it('also reopens a completed assessment', async () => {
    await judgeBy(null)
    const id = await client.completed()
    const body = (await (await restart(id)).json()) as Assessment
    expect(body).toMatchObject({
      state: 'in_progress',
      revision: 2,
      rubric: { rubricId: null, version: 0 },
      delivery: { state: 'cancelled' },
    })
    expect(await client.submissionOf(id)).toMatchObject({ in_queue: true, held: true })
    expect((await client.parkedOf(id))[0]?.content).toMatchObject({ scores: completeScores })
  })

  it('lets no save be based on an earlier revision', async () => {
    await judgeBy(rubricIds.published)
    const id = await client.placed()
    await restart(id)
    for (const body of [
      note('x'),
      { scores: { faults: { comment: 'x' } } },
      { adjustment: { points: 1, reason: 'x' } },
    ])
      expect(await verdictOf(await client.patch(id, body, { base: 1 }))).toEqual([409, 'merge_conflict'])
    expect((await client.patch(id, note('x'), { base: 2 })).status).toBe(204)
  })

  it('parks nothing if nothing was judged', async () => {
    const id = await client.placed()
    await restart(id)
    expect(await client.parkedOf(id)).toEqual([])
  })

  it('is 403 for own work, 409 for erased work, and 412 if a stale revision is sent', async () => {
    expect(await verdictOf(await restart(await client.placed({ holderId: 103 }, [101])))).toEqual([403, 'forbidden'])
    const erased = await client.placed()
    await client.eraseSubmitter(erased)
    expect(await verdictOf(await restart(erased))).toEqual([409, 'not_in_state'])
    const stale = { 'X-Assessment-Revision': '3' }
    expect(await verdictOf(await restart(await client.placed(), stale))).toEqual([412, 'revision_conflict'])
  })

  it.each([
    ['sending', 'delivery_pending'],
    ['ambiguous', 'delivery_ambiguous'],
  ] as const)('is refused while its grade is %s', async (state, code) => {
    const id = await client.completed()
    await client.putDelivery(id, state)
    expect(await verdictOf(await restart(id))).toEqual([409, code])
    expect([(await client.read(id)).scores, await client.parkedOf(id)]).toEqual([completeScores, []])
  })
})
