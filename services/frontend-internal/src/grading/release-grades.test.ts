import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { rubricIds } from '@course-grading/contracts/rubrics/rubric-examples'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  placeAssessment,
  placeAssessments,
  readAssessment,
  registerSubmission,
} from '../assessments/assessments.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import { problemOf } from '../problem-of.fixture.ts'
import { placeRubrics } from '../rubrics/rubrics.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let sessions: Record<'teacher' | 'grader' | 'student', string>
beforeAll(async () => {
  service = await startTestService()
  await placeRubrics(service)
  await placeAssessments(service)
  sessions = {
    teacher: await service.signIn(101),
    grader: await service.signIn(102),
    student: await service.signIn(202),
  }
})
afterAll(() => service.stop())

const release = (body?: unknown, { session = sessions.teacher, exerciseId = 1103 } = {}): Promise<Response> =>
  service.request('POST', `/courses/11/exercises/${exerciseId}/release`, { session, body })
const { held, completed } = assessmentIds
const seenByStudent = async (): Promise<unknown> => {
  const reply = await service.request('GET', '/courses/11/submissions', { session: sessions.student })
  const { items } = (await reply.json()) as { items: { submissionId: number; state: string; points: number | null }[] }
  return items.filter(({ submissionId }) => submissionId === 9102).map(({ state, points }) => [state, points])
}

describe('releaseGrades', () => {
  it('is for teachers, of exercises that the course knows', async () => {
    expect(await problemOf(await release({}, { session: sessions.grader }))).toEqual([403, 'forbidden'])
    expect(await problemOf(await release({}, { session: sessions.student }))).toEqual([403, 'forbidden'])
    expect(await problemOf(await release({}, { exerciseId: 1199 }))).toEqual([404, 'not_found'])
  })

  it.each<[issue: string, body: unknown]>([
    ['$.assessmentIds too_short', { assessmentIds: [] }],
    ['$.assessmentIds[0] invalid_format', { assessmentIds: ['mine'] }],
    ['$.assessmentIds[1] duplicate', { assessmentIds: [completed, completed] }],
    ['$.assessmentIds[1] invalid_value', { assessmentIds: [completed, rubricIds.draft] }],
    ['$.force unknown_field', { force: true }],
  ])('releases nothing if the request has %s', async (issue, body) => {
    expect(await problemOf(await release(body))).toEqual([400, 'validation_failed', issue])
    expect(await readAssessment(service, sessions.teacher, completed)).toMatchObject({
      releasedAt: null,
      delivery: { state: 'held' },
    })
  })

  it('shows students nothing of a result before it', async () => {
    expect(await seenByStudent()).toEqual([['submitted', null]])
  })

  it('releases the named assessments, with a row in the history and a line in the log', async () => {
    const reply = await release({ assessmentIds: [held, completed] })
    expect([reply.status, await reply.json()]).toEqual([
      200,
      { released: 1, unchanged: 0, blocked: [{ assessmentId: held, reason: 'not_completed' }] },
    ])
    expect(await readAssessment(service, sessions.teacher, completed)).toMatchObject({
      releasedAt: expect.any(String),
      delivery: { state: 'pending' },
      revision: 1,
    })
    const history =
      'SELECT event, by_user_id::int AS by FROM assessment_event WHERE assessment_id = $1 ORDER BY id DESC LIMIT 1'
    expect(await ownerQuery(service, history, [completed])).toEqual([{ event: 'released', by: 101 }])
    const line = service.logLines.map((text) => JSON.parse(text) as Record<string, unknown>)
    expect(line.find(({ event }) => event === 'grades_released')).toMatchObject({
      exerciseId: 1103,
      count: 1,
      userId: 101,
    })
  })

  it('changes nothing when everything was released already', async () => {
    for (const body of [undefined, {}])
      expect(await (await release(body)).json()).toEqual({ released: 0, unchanged: 1, blocked: [] })
  })

  it('comes before or after an assessment is opened again, and never in between', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = `019ea3f2-7400-7b10-8c2d-3e4f5a6b7d0${round}`
      await registerSubmission(service, { submissionId: 9110 + round, submitterIds: [203] })
      await placeAssessment(service, { id, submissionId: 9110 + round })
      const path = `/assessments/${id}`
      await service.request('POST', `${path}/complete`, { session: sessions.teacher, ifMatch: '"1"' })
      const [released, reopened] = await Promise.all([
        release({ assessmentIds: [id] }),
        service.request('POST', `${path}/reopen`, { session: sessions.teacher, body: { reason: 'A mistake' } }),
      ])
      expect([released.status, reopened.status]).toEqual([200, 200])
      const reply = (await released.json()) as { released: number }
      expect(await readAssessment(service, sessions.teacher, id)).toMatchObject({
        state: 'in_progress',
        delivery: { state: 'cancelled' },
      })
      const events = await ownerQuery(
        service,
        "SELECT event FROM assessment_event WHERE assessment_id = $1 AND event IN ('released', 'reopened') ORDER BY id",
        [id],
      )
      expect(events.map(({ event }) => event)).toEqual(reply.released === 1 ? ['released', 'reopened'] : ['reopened'])
    }
  })
})
