import { statementsOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { completeScores } from '../assessments/assessments.fixture.ts'
import { problemOf } from '../problem-of.fixture.ts'
import { openMigrationsOf } from './migrations.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'

describe('runRubricMigration', () => {
  it('does what was planned: held deliveries of changed points, drafts moved', async ({ service, assessments }) => {
    const { place, planned, run } = await open(service)
    const completed = await place(completeScores)
    const draft = await place({ report: { points: 1 } }, false)
    const { migrationId } = await planned()
    await expect(run(migrationId)).toBeReply(200, {
      migrationId,
      state: 'run',
      assessments: 2,
      runAt: expect.any(String),
    })
    expect(await assessments.read(completed)).toMatchObject({
      state: 'completed',
      revision: 2,
      rubric: { version: 2, wording: 1 },
      points: 18,
      scores: completeScores,
      delivery: { state: 'held' },
      releasedAt: null,
    })
    expect(await assessments.read(draft)).toMatchObject({
      state: 'in_progress',
      revision: 2,
      rubric: { version: 2 },
      points: 2,
      holder: { userId: 101 },
    })
  })

  it('runs a plan only once', async ({ service }) => {
    const { planned, run } = await open(service)
    const { migrationId } = await planned()
    await expect(run(migrationId)).toBeReply(200)
    await expect(run(migrationId)).toBeProblem(409, 'not_in_state', { detail: 'run' })
  })

  it('rejects a plan after an hour', async ({ service }) => {
    const { planned, run } = await open(service)
    const { migrationId } = await planned()
    await service.sql`UPDATE rubric_migration SET created_at = created_at - interval '1 hour' WHERE id = ${migrationId}`
    await expect(run(migrationId)).toBeProblem(409, 'not_in_state', { detail: 'expired' })
  })

  it('changes nothing if an assessment has changed since', async ({ service, assessments }) => {
    const { place, planned, run } = await open(service)
    const [kept, changed] = [await place(completeScores), await place({ report: { points: 1 } }, false)]
    const { migrationId } = await planned()
    await service.send('POST', `/assessments/${changed}/complete`, { ifMatch: '"1"' })
    await service.sql`UPDATE assessment SET revision = 2 WHERE id = ${changed}`
    await expect(run(migrationId)).toBeProblem(412, 'revision_conflict')
    expect(await assessments.read(kept)).toMatchObject({ revision: 1, rubric: { version: 1 } })
  })

  it('does not find a plan of another rubric, and is for teachers of the course', async ({ service }) => {
    const [one, other] = [await open(service), await open(service)]
    const { migrationId } = await one.planned()
    await expect(other.run(migrationId)).toBeProblem(404, 'not_found')
    for (const [userId, problem] of [
      [102, [403, 'forbidden']],
      [104, [404, 'not_found']],
    ] as const) {
      const session = await service.signIn(userId)
      const path = `/rubrics/${one.rubricId}/migrations/${migrationId}/run`
      expect(await problemOf(await service.request('POST', path, { session }))).toEqual(problem)
    }
  })

  it('makes at most sixteen statements', async ({ service }) => {
    const { place, planned, run } = await open(service)
    await place(completeScores)
    const { migrationId } = await planned()
    expect(await statementsOf(service, () => run(migrationId))).toBeLessThanOrEqual(16)
  })
})

/** The second version begins with a point more. */
const open = (service: TestService) => openMigrationsOf(service, { startingPoints: 1 })
