import { randomUUIDv7 } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { leaseDelivery } from '../delivery/lease-delivery.ts'
import { releaseDelivery } from '../delivery/release-delivery.ts'
import { openGrading } from '../testing/a-delivery.ts'
import { aGrading } from '../testing/a-grading.ts'
import { type CompletedAssessments, insertCompletedAssessments } from '../testing/completed-assessments.ts'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { listDueReleases } from './list-due-releases.ts'
import { type ReleaseOfGrades, releaseGrades } from './release-grades.ts'
import { writeExerciseGrading } from './write-exercise-grading.ts'

const grading = await openGrading()
const { owner } = grading
const { database: frontend, statements } = await openObserved(grading.testDatabase.urls.frontendInternal)
const others = new pg.Pool({ connectionString: grading.testDatabase.ownerUrl, max: 8 })
afterAll(async () => {
  await others.end()
  await frontend.end()
  await grading.close()
})

let courseId = 0
let exerciseId = 100
let nextSubmissionId = 50_000
beforeEach(async () => {
  exerciseId += 1
  courseId = await configureCourse(frontend, { manualGradingExercises: [exerciseId] })
})
const complete = async (count: number, change: Partial<CompletedAssessments> = {}): Promise<string[]> => {
  const firstSubmissionId = nextSubmissionId
  nextSubmissionId += count
  return await insertCompletedAssessments(owner, { courseId, exerciseId, count, firstSubmissionId, ...change })
}
const release = (change: Partial<ReleaseOfGrades> = {}) => {
  const request = { courseId, exerciseId, assessmentIds: null, isDue: false, byUserId: 101, ...change }
  return frontend.transaction((tx) => releaseGrades(tx, request))
}
const grade = (change: object) =>
  frontend.transaction((tx) =>
    writeExerciseGrading(tx, { courseId, exerciseId, expectedRevision: 0 }, { ...aGrading, ...change }),
  )
const past = '2026-01-01T00:00:00Z'
const outcomeOf = (released: number, unchanged: number, blocked: readonly object[] = []) => ({
  released,
  unchanged,
  blocked,
})
/** The numbers of released results, deliveries by state, published feedback documents, and steps in the histories. */
const counts = async () => {
  const count = (what: string, from: string) => `coalesce((SELECT count(*)::int FROM ${from}), 0) AS ${what}`
  const { rows } = await owner.query<Record<string, number>>(
    `SELECT ${[
      count('released', 'completed_result WHERE released_at IS NOT NULL AND course_id = $1'),
      count('held', "delivery WHERE state = 'held' AND course_id = $1"),
      count('pending', "delivery WHERE state = 'pending' AND not_before <= clock_timestamp() AND course_id = $1"),
      count('published', "feedback WHERE state = 'published' AND course_id = $1"),
      count(
        'events',
        `assessment_event AS event JOIN assessment ON assessment.id = event.assessment_id
        WHERE assessment.course_id = $1 AND event.event = 'released' AND event.by_user_id IS NOT DISTINCT FROM 101
          AND (event.from_revision, event.to_revision, event.points_before, event.points_after) = (1, 1, 7.5, 7.5)`,
      ),
      count(
        'steps',
        `delivery_event AS step JOIN delivery ON delivery.id = step.delivery_id
        WHERE delivery.course_id = $1 AND step.event = 'released' AND step.from_state = 'held' AND step.to_state = 'pending'`,
      ),
    ].join(', ')}`,
    [courseId],
  )
  return rows[0]
}
const nothing = { released: 0, held: 0, pending: 0, published: 0, events: 0, steps: 0 }

describe('releaseGrades', () => {
  it('releases 2,000 results and sends their grades, in at most sixteen statements', async () => {
    await complete(2_000)
    statements.length = 0
    expect(await release()).toEqual(outcomeOf(2_000, 0))
    expect(statements.length).toBeLessThanOrEqual(16)
    expect(await counts()).toEqual({
      released: 2_000,
      held: 0,
      pending: 2_000,
      published: 2_000,
      events: 2_000,
      steps: 2_000,
    })
  })

  it('releases what cannot be sent, leaves its delivery held, and names it each time', async () => {
    const [id] = await complete(1, { isDeliverable: false })
    const blocked = [{ assessmentId: id, reason: 'undeliverable' }]
    expect(await release()).toEqual(outcomeOf(1, 0, blocked))
    expect(await counts()).toEqual({ ...nothing, released: 1, held: 1, published: 1, events: 1 })
    expect(await release()).toEqual(outcomeOf(0, 1, blocked))
    await owner.query("UPDATE capability SET sealed_url = '\\x01' WHERE course_id = $1", [courseId])
    expect(await release()).toEqual(outcomeOf(1, 0))
    expect(await counts()).toMatchObject({ held: 0, pending: 1, events: 2, steps: 1 })
  })

  it.each([
    ['unused and expired', "expires_at = registered_at + interval '1 microsecond'", 1],
    ['used and past its time', "expires_at = registered_at + interval '1 microsecond', used_at = now()", 0],
    ['deleted', 'sealed_url = NULL, deleted_at = now()', 1],
    ['erased after its use', 'sealed_url = NULL, used_at = now()', 1],
  ] as const)('sends by a capability that is %s, or does not', async (_what, set, held) => {
    await complete(1)
    await owner.query(`UPDATE capability SET ${set} WHERE course_id = $1`, [courseId])
    await release()
    expect(await counts()).toMatchObject({ released: 1, held, pending: 1 - held })
  })

  it('sends no grade whose delivery a person cancelled', async () => {
    await complete(1)
    await owner.query(
      "UPDATE delivery SET state = 'cancelled', cancelled_at = now(), cancelled_as = 'person' WHERE course_id = $1",
      [courseId],
    )
    expect(await release()).toEqual(outcomeOf(1, 0))
    expect(await counts()).toEqual({ ...nothing, released: 1, published: 1, events: 1 })
  })

  it('sends a grade again that was held again after its release', async () => {
    await complete(1, { isReleased: true })
    expect(await release()).toEqual(outcomeOf(1, 0))
    expect(await counts()).toMatchObject({ pending: 1, events: 1 })
  })

  it('releases at its time only what never was', async () => {
    await grade({ releaseAt: past })
    const [first = ''] = await complete(2)
    await owner.query('BEGIN')
    await owner.query(
      `INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_at,
        withdrawn_at, fixture, assessment_id, rubric_version, rubric_wording, scores, feedback_revision, released_at)
      SELECT gen_random_uuid(), submission_id, course_id, exercise_id, 1, 10, '', '{}', now(), now(), FALSE, assessment_id, 0, 0, '{}', 1, now()
      FROM completed_result WHERE assessment_id = $1`,
      [first],
    )
    await owner.query('COMMIT')
    expect(await release({ isDue: true, byUserId: null })).toMatchObject({ released: 1 })
    expect(await counts()).toMatchObject({ pending: 1, held: 1 })
  })

  it.each([
    ['a later time', { releaseAt: '9999-01-01T00:00:00Z' }],
    ['no time', {}],
    ['an immediate release', { release: 'immediate' }],
  ])('releases nothing at its time once a teacher has set %s', async (_what, change) => {
    await complete(2)
    await grade(change)
    expect(await release({ isDue: true, byUserId: null })).toMatchObject({ released: 0 })
    expect(await release()).toMatchObject({ released: 2 })
  })

  it('lets one of two releases at the same time do everything', async () => {
    await complete(200)
    const all = await Promise.all([release(), release(), release()])
    expect(all.map((each) => ('released' in each ? each.released : -1)).toSorted((a, b) => b - a)).toEqual([200, 0, 0])
    expect(await counts()).toMatchObject({ events: 200, steps: 200 })
  })

  it('lets a worker have a grade only once it is released', async () => {
    await owner.query("UPDATE delivery SET not_before = now() + interval '1 day' WHERE state = 'pending'")
    await complete(20)
    const lease = () => leaseDelivery(grading.database, { workerId: randomUUIDv7(), leaseS: 60 })
    const [done, ...leases] = await Promise.all([release(), ...Array.from({ length: 40 }, lease)])
    expect(done).toEqual(outcomeOf(20, 0))
    const taken = leases.filter((each) => each !== null).length
    expect(await counts()).toMatchObject({ released: 20, held: 0, pending: 20 - taken })
    for (let left = 20 - taken; left > 0; left -= 1) expect(await lease()).not.toBeNull()
    expect(await lease()).toBeNull()
  })

  it('comes before or after an assessment is opened again, and never in between', async () => {
    const ids = await complete(30)
    const [done] = await Promise.all([release(), ...ids.map(reopen)])
    const { rows } = await owner.query<{ state: string; shown: boolean; event: boolean; cancelled: boolean }>(
      `SELECT assessment.state, result.released_at IS NOT NULL AS shown, delivery.state = 'cancelled' AS cancelled,
        EXISTS (SELECT FROM assessment_event WHERE assessment_id = assessment.id AND event = 'released') AS event
      FROM assessment JOIN completed_result AS result ON result.assessment_id = assessment.id
      JOIN delivery ON delivery.result_id = result.id WHERE assessment.course_id = $1`,
      [courseId],
    )
    for (const row of rows)
      expect(row).toEqual({ state: 'in_progress', cancelled: true, shown: row.event, event: row.event })
    expect(rows.filter(({ event }) => event)).toHaveLength('released' in done ? done.released : -1)
  })
})

/** Changes rows as reopening an assessment does, in its order of locks: delivery, submission, assessment. */
async function reopen(id: string): Promise<void> {
  const client = await others.connect()
  const ofAssessment = 'submission_id = (SELECT submission_id FROM assessment WHERE id = $1)'
  const unsent = "state IN ('held', 'pending')"
  await client.query('BEGIN')
  for (const step of [
    `SELECT FROM delivery WHERE ${unsent} AND ${ofAssessment} FOR NO KEY UPDATE`,
    `SELECT FROM submission WHERE ${ofAssessment} FOR NO KEY UPDATE`,
    `UPDATE delivery SET state = 'cancelled', cancelled_at = now(), cancelled_as = 'reopened', not_before = NULL WHERE ${unsent} AND ${ofAssessment}`,
    'UPDATE completed_result SET withdrawn_at = now() WHERE assessment_id = $1',
    "UPDATE assessment SET state = 'in_progress', completed_at = NULL, rubric_wording = NULL WHERE id = $1",
  ])
    await client.query(step, [id])
  await client.query('COMMIT')
  client.release()
}

describe('releaseDelivery, by an operator', () => {
  it('sends nothing that no teacher has released, nor what has no URL', async () => {
    const [assessmentId] = await complete(1)
    const { rows } = await owner.query<{ id: string }>(
      'SELECT delivery.id FROM delivery JOIN assessment USING (submission_id) WHERE assessment.id = $1',
      [assessmentId],
    )
    const send = async () => {
      const request = { deliveryId: rows[0]?.id ?? '', courseId: null, byUserId: null }
      return (await releaseDelivery(grading.database, request)).outcome
    }
    const setExpired = (at: string) =>
      owner.query(
        `UPDATE capability SET used_at = NULL, registered_at = now() - interval '1 day', expires_at = now() + interval '${at}'
        WHERE submission_id = (SELECT submission_id FROM assessment WHERE id = $1)`,
        [assessmentId],
      )
    expect(await send()).toBe('not_released')
    await setExpired('-1 hour')
    await release()
    expect(await counts()).toMatchObject({ released: 1, held: 1, pending: 0 })
    expect(await send()).toBe('undeliverable')
    await setExpired('1 hour')
    expect([await send(), await send()]).toEqual(['released', 'not_in_state'])
  })
})

describe('listDueReleases', () => {
  const isDue = async () => (await listDueReleases(frontend)).some((each) => each.exerciseId === exerciseId)

  it('has an exercise whose release time has passed until all of its results have been released', async () => {
    await grade({ releaseAt: past })
    expect(await isDue()).toBe(false)
    await complete(2)
    expect(await listDueReleases(frontend)).toContainEqual({ courseId, exerciseId })
    await release({ isDue: true, byUserId: null })
    expect(await isDue()).toBe(false)
  })

  it.each([
    ['another time to come', { releaseAt: '9999-01-01T00:00:00Z' }],
    ['no time', {}],
    ['an immediate release', { release: 'immediate' }],
  ])('has no exercise with %s', async (_what, change) => {
    await grade(change)
    await complete(1)
    expect(await isDue()).toBe(false)
  })
})
