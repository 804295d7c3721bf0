import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { rubricIds } from '@course-grading/contracts/rubrics/rubric-examples'
import { describe, expect } from 'vitest'
import { placeAssessment, placeAssessments, registerSubmission } from '../assessments/assessments.fixture.ts'
import { placeRubrics } from '../rubrics/rubrics.fixture.ts'
import { itOn, startTestService, type TestService } from '../service-test.fixture.ts'

const it = withOwn()
const { held, completed } = assessmentIds

describe('releaseGrades', () => {
  it.for<[issue: string, body: unknown]>([
    ['$.assessmentIds too_short', { assessmentIds: [] }],
    ['$.assessmentIds[0] invalid_format', { assessmentIds: ['mine'] }],
    ['$.assessmentIds[1] duplicate', { assessmentIds: [completed, completed] }],
    ['$.assessmentIds[1] invalid_value', { assessmentIds: [completed, rubricIds.draft] }],
    ['$.force unknown_field', { force: true }],
  ])('releases nothing if the request has %s', async ([issue, body], { service, assessments }) => {
    await expect(release(service, body)).toBeProblem(400, 'validation_failed', [issue])
    expect(await assessments.read(completed)).toMatchObject({
      releasedAt: null,
      delivery: { state: 'held' },
    })
  })

  it('shows students nothing of a result before it', async ({ service, student }) => {
    expect(await seenByStudent(service, student)).toEqual([['submitted', null]])
  })

  it('with a dry run, says what it would do and changes nothing', async ({ service, assessments }) => {
    const named = { assessmentIds: [held, completed] }
    const lines = service.logLines.length
    const reply = await release(service, named, { query: '?dryRun=true' })
    expect([reply.status, await reply.json()]).toEqual([
      200,
      { released: 1, unchanged: 0, blocked: [{ assessmentId: held, reason: 'not_completed' }] },
    ])
    expect(await assessments.read(completed)).toMatchObject({ releasedAt: null, delivery: { state: 'held' } })
    expect(service.logLines.slice(lines).filter((line) => line.includes('grades_released'))).toEqual([])
  })

  it('has a dry run for teachers alone', async ({ service, grader }) => {
    await expect(release(service, {}, { session: grader, query: '?dryRun=true' })).toBeProblem(403, 'forbidden')
  })

  it('rejects a dry run of what is no assessment of the exercise', async ({ service }) => {
    const reply = await release(service, { assessmentIds: [rubricIds.draft] }, { query: '?dryRun=true' })
    await expect(reply).toBeProblem(400, 'validation_failed', ['$.assessmentIds[0] invalid_value'])
  })

  it('does not take anything else for a dry run', async ({ service, assessments }) => {
    await expect(release(service, {}, { query: '?dryRun=yes' })).toBeProblem(400, 'validation_failed')
    expect(await assessments.read(completed)).toMatchObject({ releasedAt: null })
  })

  it('releases the named assessments, with a row of history and a log line', async ({ service, assessments }) => {
    const reply = await release(service, { assessmentIds: [held, completed] })
    expect(reply.status).toBe(200)
    expect(await reply.json()).toEqual({
      released: 1,
      unchanged: 0,
      blocked: [{ assessmentId: held, reason: 'not_completed' }],
    })
    expect(await assessments.read(completed)).toMatchObject({
      releasedAt: expect.any(String),
      delivery: { state: 'pending' },
      revision: 1,
    })
    const history =
      'SELECT event, by_user_id::int AS by FROM assessment_event WHERE assessment_id = $1 ORDER BY id DESC LIMIT 1'
    expect(await service.database.query(history, [completed])).toEqual([{ event: 'released', by: 101 }])
    const line = service.logLines.map((text) => JSON.parse(text) as Record<string, unknown>)
    expect(line.find(({ event }) => event === 'grades_released')).toMatchObject({
      exerciseId: 1103,
      count: 1,
      userId: 101,
    })
  })

  it('changes nothing when everything was released already', async ({ service }) => {
    for (const body of [undefined, {}])
      expect(await (await release(service, body)).json()).toEqual({ released: 0, unchanged: 1, blocked: [] })
  })

  it('comes before or after an assessment is opened again, and never in between', async ({ service, assessments }) => {
    for (let round = 0; round < 5; round += 1) {
      const id = `019ea3f2-7400-7b10-8c2d-3e4f5a6b7d0${round}`
      await registerSubmission(service, { submissionId: 9110 + round, submitterIds: [203] })
      await placeAssessment(service, { id, submissionId: 9110 + round })
      const path = `/assessments/${id}`
      await service.send('POST', `${path}/complete`, { ifMatch: '"1"' })
      const [released, reopened] = await Promise.all([
        release(service, { assessmentIds: [id] }),
        service.send('POST', `${path}/reopen`, { body: { reason: 'A mistake' } }),
      ])
      expect(released.status).toBe(200)
      expect(reopened.status).toBe(200)
      const reply = (await released.json()) as { released: number }
      expect(await assessments.read(id)).toMatchObject({
        state: 'in_progress',
        delivery: { state: 'cancelled' },
      })
      const events =
        await service.sql`SELECT event FROM assessment_event WHERE assessment_id = ${id} AND event IN ('released', 'reopened') ORDER BY id`
      expect(events.map(({ event }) => event)).toEqual(reply.released === 1 ? ['released', 'reopened'] : ['reopened'])
    }
  })
})

function withOwn() {
  return itOn(prepared).extend('student', { scope: 'file' }, ({ service }) => service.signIn(202))
}

async function prepared() {
  const service = await startTestService()
  await placeRubrics(service)
  await placeAssessments(service)
  return service
}

const release = (
  service: TestService,
  body?: unknown,
  { session, query = '' }: { session?: string | undefined; query?: string } = {},
): Promise<Response> => service.send('POST', `/courses/11/exercises/1103/release${query}`, { session, body })

const seenByStudent = async (service: TestService, student: string): Promise<unknown> => {
  const reply = await service.get('/courses/11/submissions', student)
  const { items } = (await reply.json()) as { items: { submissionId: number; state: string; points: number | null }[] }
  return items.filter(({ submissionId }) => submissionId === 9102).map(({ state, points }) => [state, points])
}
