import { statementsOf } from '@course-grading/test-service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completeScores, readAssessment } from '../assessments/assessments.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'
import { openMigrationsOf } from './migrations.fixture.ts'

let service: TestService
let teacher: string
beforeAll(async () => {
  service = await startTestService()
  teacher = await service.signIn(101)
})
afterAll(() => service.stop())

/** The second version begins with a point more. */
const open = () => openMigrationsOf(service, teacher, { startingPoints: 1 })

describe('runRubricMigration', () => {
  it('does what was planned: changed points have a held delivery, and drafts get the new version', async () => {
    const { place, planned, run } = await open()
    const completed = await place(completeScores)
    const draft = await place({ report: { points: 1 } }, false)
    const { migrationId } = await planned()
    const reply = await run(migrationId)
    expect([reply.status, await reply.json()]).toMatchObject([
      200,
      { migrationId, state: 'run', assessments: 2, runAt: expect.any(String) },
    ])
    expect(await readAssessment(service, teacher, completed)).toMatchObject({
      state: 'completed',
      revision: 2,
      rubric: { version: 2, wording: 1 },
      points: 18,
      scores: completeScores,
      delivery: { state: 'held' },
      releasedAt: null,
    })
    expect(await readAssessment(service, teacher, draft)).toMatchObject({
      state: 'in_progress',
      revision: 2,
      rubric: { version: 2 },
      points: 2,
      holder: { userId: 101 },
    })
  })

  it('runs a plan only once', async () => {
    const { planned, run } = await open()
    const { migrationId } = await planned()
    expect((await run(migrationId)).status).toBe(200)
    const again = await run(migrationId)
    expect([again.status, await again.json()]).toMatchObject([409, { code: 'not_in_state', detail: 'run' }])
  })

  it('rejects a plan after an hour', async () => {
    const { planned, run } = await open()
    const { migrationId } = await planned()
    await ownerQuery(service, "UPDATE rubric_migration SET created_at = created_at - interval '1 hour' WHERE id = $1", [
      migrationId,
    ])
    const late = await run(migrationId)
    expect([late.status, await late.json()]).toMatchObject([409, { code: 'not_in_state', detail: 'expired' }])
  })

  it('changes nothing if an assessment has changed since', async () => {
    const { place, planned, run } = await open()
    const [kept, changed] = [await place(completeScores), await place({ report: { points: 1 } }, false)]
    const { migrationId } = await planned()
    await service.request('POST', `/assessments/${changed}/complete`, { session: teacher, ifMatch: '"1"' })
    await ownerQuery(service, 'UPDATE assessment SET revision = 2 WHERE id = $1', [changed])
    expect(await problemOf(await run(migrationId))).toEqual([412, 'revision_conflict'])
    expect(await readAssessment(service, teacher, kept)).toMatchObject({ revision: 1, rubric: { version: 1 } })
  })

  it('does not find a plan of another rubric, and is for teachers of the course', async () => {
    const [one, other] = [await open(), await open()]
    const { migrationId } = await one.planned()
    expect(await problemOf(await other.run(migrationId))).toEqual([404, 'not_found'])
    for (const [userId, problem] of [
      [102, [403, 'forbidden']],
      [104, [404, 'not_found']],
    ] as const) {
      const session = await service.signIn(userId)
      const path = `/rubrics/${one.rubricId}/migrations/${migrationId}/run`
      expect(await problemOf(await service.request('POST', path, { session }))).toEqual(problem)
    }
  })

  it('makes at most sixteen statements', async () => {
    const { place, planned, run } = await open()
    await place(completeScores)
    const { migrationId } = await planned()
    expect(await statementsOf(service, () => run(migrationId))).toBeLessThanOrEqual(16)
  })
})
