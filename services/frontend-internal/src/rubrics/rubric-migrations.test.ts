import { queriesOf, statementsOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { completeScores } from '../assessments/assessments.fixture.ts'
import type { RubricMigrationPage } from '@course-grading/contracts/rubrics/rubric-migration'
import { changeGrading } from '../grading/grading.fixture.ts'
import { openMigrationsOf, placeManyAssessments } from './migrations.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'
import { aDocument } from './rubrics.fixture.ts'
import { problemOf } from '../problem-of.fixture.ts'

describe('planRubricMigration', () => {
  it('shows how each assessment would change, and changes nothing', async ({ service, assessments }) => {
    const { place, planned, rubricId } = await open(service)
    const completed = await place(completeScores)
    const draft = await place({ report: { points: 1 } }, false)
    const before = await Promise.all([completed, draft].map((id) => assessments.read(id)))
    expect(await planned()).toEqual({
      migrationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      rubricId,
      toVersion: 2,
      exerciseId: null,
      include: ['in_progress', 'completed'],
      state: 'ready',
      createdAt: expect.stringMatching(/Z$/),
      expiresAt: expect.stringMatching(/Z$/),
      runAt: null,
      assessments: 2,
      inProgress: 1,
      completed: 1,
      replaced: 1,
      shownChanged: 1,
      scoresDropped: 0,
      reopened: 0,
      delivered: 0,
      blocked: 0,
    })
    expect(await Promise.all([completed, draft].map((id) => assessments.read(id)))).toEqual(before)
    const lines = service.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.find(({ event }) => event === 'rubric_migration_planned')).toMatchObject({ count: 2, userId: 101 })
  })

  it('counts a result of the same points as replaced if the maximum changes, and a draft not', async ({ service }) => {
    const { place, planned } = await open(service, { maxPoints: 40 })
    await place(completeScores)
    await place({ report: { points: 1 } }, false)
    expect(await planned()).toMatchObject({ assessments: 2, replaced: 1, shownChanged: 1 })
  })

  it('has only the requested assessments', async ({ service }) => {
    const { place, planned } = await open(service)
    await place(completeScores)
    expect(await planned({ include: ['in_progress'] })).toMatchObject({ assessments: 0 })
    expect(await planned({ exerciseId: 1104 })).toMatchObject({ assessments: 0, exerciseId: 1104 })
    expect(await planned({ exerciseId: 1103, include: ['completed'] })).toMatchObject({ assessments: 1 })
    expect(await planned({ toVersion: 1 })).toMatchObject({ assessments: 0, toVersion: 1 })
  })

  it('rejects a version that there is not', async ({ service }) => {
    const { plan } = await open(service)
    await expect(plan({ toVersion: 3 })).toBeProblem(400, 'validation_failed', ['$.toVersion invalid_value'])
  })

  it('is made one at a time: two wait, and a third is rejected at once', async ({ service }) => {
    const { plan } = await open(service)
    const { takeTurn } = service.deps.migrationThread
    const waiting = new AbortController()
    const endFirst = await takeTurn(1, waiting.signal)
    const others = [2, 3].map((userId) => takeTurn(userId, waiting.signal))
    await expect(plan()).toBeProblem(503, 'overloaded')
    waiting.abort()
    await expect(Promise.all(others)).rejects.toMatchObject({ code: 'overloaded' })
    const planned = plan()
    endFirst()
    await expect(planned).toBeReply(201)
  })

  it('is not made while the same person makes another', async ({ service }) => {
    const { plan } = await open(service)
    const endTurn = await service.deps.migrationThread.takeTurn(101, AbortSignal.timeout(60_000))
    await expect(plan()).toBeProblem(503, 'overloaded')
    endTurn()
    await expect(plan()).toBeReply(201)
  })

  it('stores a page of a hundred at a time', async ({ service }) => {
    const { planned, rubricId } = await open(service)
    await placeManyAssessments(service, { rubricId, count: 250, commentLength: 15 })
    const { start: transactions } = await queriesOf(service, () => planned())
    expect(transactions).toBe(3)
  })

  it('leaves nothing behind when it fails', async ({ service }) => {
    const { place, plan, rubricId } = await open(service)
    const id = await place(completeScores)
    // Nobody can write such scores, and the thread fails on them.
    await service.sql`UPDATE assessment SET scores = ${'{"report":null}'}, revision = 2 WHERE id = ${id}`
    await expect(plan()).toBeProblem(500, 'internal')
    expect(await service.sql`SELECT FROM rubric_migration WHERE rubric_id = ${rubricId}`).toEqual([])
  })
})

describe('getRubricMigration', () => {
  it('shows the plan, and its effect on each assessment', async ({ service }) => {
    const { place, planned, get } = await open(service, { criteria: criteria.filter(({ id }) => id !== 'report') })
    const assessmentId = await place(completeScores)
    const plan = await planned()
    const reply = await get(plan.migrationId)
    expect(reply.status).toBe(200)
    expect(await reply.json()).toEqual({
      ...plan,
      items: [
        {
          assessmentId,
          exerciseId: 1103,
          submissionId: expect.any(Number),
          submitters: [{ userId: 201, fullName: expect.any(String), alias: false }],
          effect: 'result',
          fromVersion: 1,
          pointsBefore: 17,
          pointsAfter: 8.5,
          maxPointsBefore: 20,
          maxPointsAfter: 20,
          shownChanged: true,
          dropped: [{ path: '$.scores.report', code: 'unknown_criterion' }],
          droppedCount: 1,
          blocked: false,
          delivered: false,
        },
      ],
      nextCursor: null,
    })
    expect(plan).toMatchObject({ scoresDropped: 1, replaced: 1, shownChanged: 1 })
  })

  it('is returned page by page', async ({ service }) => {
    const { planned, rubricId } = await open(service)
    await placeManyAssessments(service, { rubricId, count: 25, commentLength: 15 })
    const { migrationId } = await planned()
    const path = `/rubrics/${rubricId}/migrations/${migrationId}?limit=10`
    const pages = await Array.fromAsync(service.pages<{ assessmentId: string }>(path))
    expect(pages.map((items) => items.length)).toEqual([10, 10, 5])
    expect(new Set(pages.flat().map(({ assessmentId }) => assessmentId)).size).toBe(25)
  })

  it('has only the items with the requested effect, page by page', async ({ service }) => {
    const { place, planned, get, rubricId } = await open(service)
    const drafts = [await place({ report: { points: 1 } }, false), await place({}, false)]
    const completed = await place(completeScores)
    const { migrationId } = await planned()
    const pages = async (effect: string) => {
      const path = `/rubrics/${rubricId}/migrations/${migrationId}?limit=1&effect=${effect}`
      return (await Array.fromAsync(service.pages<{ assessmentId: string }>(path)))
        .flat()
        .map(({ assessmentId }) => assessmentId)
    }
    expect([await pages('scores'), await pages('result'), await pages('version')]).toEqual([drafts, [completed], []])
    const unknown = await get(migrationId, '?effect=moved')
    await expect(unknown).toBeProblem(400, 'validation_failed', ['$.effect invalid_value'])
  })

  it('names nobody whose work is anonymous', async ({ service }) => {
    const { place, planned, get } = await open(service)
    await place(completeScores)
    const { migrationId } = await planned()
    await changeGrading(service, { anonymous: true })
    const { items } = (await (await get(migrationId)).json()) as RubricMigrationPage
    await changeGrading(service, { anonymous: false })
    expect(items.map(({ submitters }) => submitters)).toEqual([
      [{ userId: null, fullName: expect.stringMatching(/^Student/), alias: true }],
    ])
  })

  it('makes as many statements whatever the number of items', async ({ service }) => {
    const { planned, get, rubricId } = await open(service)
    await placeManyAssessments(service, { rubricId, count: 25, commentLength: 15 })
    const { migrationId } = await planned()
    const countOf = (query: string) => queriesOf(service, () => get(migrationId, query))
    const counts = await countOf('')
    expect(counts).toMatchObject({ findRubricMigration: 1, listMigrationRows: 1 })
    expect(await countOf('?limit=1&effect=result')).toEqual(counts)
  })

  it('does not find a plan of another rubric', async ({ service }) => {
    const [one, other] = [await open(service), await open(service)]
    const { migrationId } = await one.planned()
    await expect(other.get(migrationId)).toBeProblem(404, 'not_found')
  })
})

describe('getRubric', () => {
  it('counts the assessments by each version, without those of nobody', async ({ service, rubrics }) => {
    const { place, planned, run, rubricId } = await open(service)
    const usesOf = async () => (await rubrics.get(rubricId)).uses
    expect(await usesOf()).toEqual([])
    await place({}, false)
    await place(completeScores)
    const erased = await place(completeScores)
    expect(await usesOf()).toEqual([{ version: 1, inProgress: 1, completed: 2 }])
    await service.sql`DELETE FROM submission_submitter USING assessment
      WHERE assessment.submission_id = submission_submitter.submission_id AND assessment.id = ${erased}`
    expect(await usesOf()).toEqual([{ version: 1, inProgress: 1, completed: 1 }])
    const { migrationId } = await planned({ include: ['completed'] })
    await run(migrationId)
    expect(await usesOf()).toEqual([
      { version: 1, inProgress: 1, completed: 0 },
      { version: 2, inProgress: 0, completed: 1 },
    ])
    const counts = await queriesOf(service, () => rubrics.get(rubricId))
    expect(counts).toMatchObject({ findRubricCourse: 1, findRubric: 1 })
    expect(Object.keys(counts)).toHaveLength(4)
  })
})

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

const { criteria } = aDocument() as { criteria: { id: string }[] }

/** The second version begins with a point more, unless given otherwise. */
const open = (service: TestService, change: object = { startingPoints: 1 }) => openMigrationsOf(service, change)
