import { randomUUIDv7 } from 'node:crypto'
import { describe, expect } from 'vitest'
import { leaseDelivery } from '../delivery/lease-delivery.ts'
import { releaseDelivery } from '../delivery/release-delivery.ts'
import { aGrading } from '../testing/a-grading.ts'
import { type CompletedAssessments, insertCompletedAssessments } from '../testing/completed-assessments.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { listDueReleases } from './list-due-releases.ts'
import { previewRelease, markGradesReleased } from './release-grades.ts'
import { writeExerciseGrading } from './write-exercise-grading.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'

type ReleaseOfGrades = Parameters<typeof markGradesReleased>[1]

const it = testIn(openWorld)

describe('markGradesReleased', () => {
  it('releases 2,000 results and sends their grades, in at most sixteen statements', async ({ world }) => {
    await world.complete(2_000)
    world.statements.length = 0
    expect(await world.release()).toEqual(outcomeOf(2_000, 0))
    expect(world.statements.length).toBeLessThanOrEqual(16)
    expect(await world.counts()).toEqual({
      released: 2_000,
      held: 0,
      pending: 2_000,
      published: 2_000,
      events: 2_000,
      steps: 2_000,
    })
  })

  it('releases what cannot be sent, leaves its delivery held, and names it each time', async ({ world }) => {
    const [id] = await world.complete(1, { isDeliverable: false })
    const blocked = [{ assessmentId: id, reason: 'undeliverable' }]
    expect(await world.release()).toEqual(outcomeOf(1, 0, blocked))
    expect(await world.counts()).toEqual({ ...nothing, released: 1, held: 1, published: 1, events: 1 })
    expect(await world.release()).toEqual(outcomeOf(0, 1, blocked))
    await world.owner.query("UPDATE capability SET sealed_url = '\\x01' WHERE course_id = $1", [courseId])
    expect(await world.release()).toEqual(outcomeOf(1, 0))
    expect(await world.counts()).toMatchObject({ held: 0, pending: 1, events: 2, steps: 1 })
  })

  it('is previewed without a change, with what it then does', async ({ world }) => {
    await world.complete(2)
    await world.complete(1, { isReleased: true })
    await world.complete(1, { isDeliverable: false })
    const before = await world.counts()
    const preview = await world.preview()
    expect(await world.counts()).toEqual(before)
    expect(preview).toMatchObject({ released: 4, blocked: [{ reason: 'undeliverable' }] })
    expect(await world.release()).toEqual(preview)
  })

  it.for([
    ['unused and expired', "expires_at = registered_at + interval '1 microsecond'", 1],
    ['used and past its time', "expires_at = registered_at + interval '1 microsecond', used_at = now()", 0],
    ['deleted', 'sealed_url = NULL, deleted_at = now()', 1],
    ['erased after its use', 'sealed_url = NULL, used_at = now()', 1],
  ] as const)('sends by a capability that is %s, or does not', async ([_what, set, held], { world }) => {
    await world.complete(1)
    await world.owner.query(`UPDATE capability SET ${set} WHERE course_id = $1`, [courseId])
    await world.release()
    expect(await world.counts()).toMatchObject({ released: 1, held, pending: 1 - held })
  })

  it('sends no grade whose delivery a person cancelled', async ({ world }) => {
    await world.complete(1)
    await world.owner.query(
      "UPDATE delivery SET state = 'cancelled', cancelled_at = now(), cancelled_as = 'person' WHERE course_id = $1",
      [courseId],
    )
    expect(await world.release()).toEqual(outcomeOf(1, 0))
    expect(await world.counts()).toEqual({ ...nothing, released: 1, published: 1, events: 1 })
  })

  it('sends a grade again that was held again after its release', async ({ world }) => {
    await world.complete(1, { isReleased: true })
    expect(await world.release()).toEqual(outcomeOf(1, 0))
    expect(await world.counts()).toMatchObject({ pending: 1, events: 1 })
  })

  it('releases at its time only what never was', async ({ world }) => {
    await world.grade({ releaseAt: past })
    const [first = ''] = await world.complete(2)
    await world.owner.query('BEGIN')
    await world.owner.query(
      `INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_at,
        withdrawn_at, fixture, assessment_id, rubric_version, rubric_wording, scores, feedback_revision, released_at)
      SELECT gen_random_uuid(), submission_id, course_id, exercise_id, 1, 10, '', '{}', now(), now(), FALSE, assessment_id, 0, 0, '{}', 1, now()
      FROM completed_result WHERE assessment_id = $1`,
      [first],
    )
    await world.owner.query('COMMIT')
    expect(await world.release({ isDue: true, byUserId: null })).toMatchObject({ released: 1 })
    expect(await world.counts()).toMatchObject({ pending: 1, held: 1 })
  })

  it.for([
    ['a later time', { releaseAt: '9999-01-01T00:00:00Z' }],
    ['no time', {}],
    ['an immediate release', { release: 'immediate' }],
  ] as const)('releases nothing at its time once a teacher has set %s', async ([_what, change], { world }) => {
    await world.complete(2)
    await world.grade(change)
    expect(await world.release({ isDue: true, byUserId: null })).toMatchObject({ released: 0 })
    expect(await world.release()).toMatchObject({ released: 2 })
  })

  it('leaves out reopened work, and names it only where it was asked for', async ({ world }) => {
    const [reopened = '', again = ''] = await world.complete(3, {
      judgementOf: (index) => (index < 2 ? reopenedWork : done),
    })
    await world.completeAgain(again)
    expect(await world.preview()).toEqual(outcomeOf(2, 0))
    const blocked = [{ assessmentId: reopened, reason: 'not_completed' }]
    expect(await world.release({ assessmentIds: [reopened, again] })).toEqual(outcomeOf(1, 0, blocked))
    expect(await world.release()).toEqual(outcomeOf(1, 1))
    expect(await world.counts()).toMatchObject({ released: 2, held: 0, pending: 1 })
  })

  it('lets one of two releases at the same time do everything', async ({ world }) => {
    await world.complete(200)
    const all = await Promise.all([world.release(), world.release(), world.release()])
    expect(all.map((each) => ('released' in each ? each.released : -1)).toSorted((a, b) => b - a)).toEqual([200, 0, 0])
    expect(await world.counts()).toMatchObject({ events: 200, steps: 200 })
  })

  it('lets a worker have a grade only once it is released', async ({ world }) => {
    await world.owner.query("UPDATE delivery SET not_before = now() + interval '1 day' WHERE state = 'pending'")
    await world.complete(20)
    const lease = () => leaseDelivery(world.database, { workerId: randomUUIDv7(), leaseS: 60 })
    const [done, ...leases] = await Promise.all([world.release(), ...Array.from({ length: 40 }, lease)])
    expect(done).toEqual(outcomeOf(20, 0))
    const taken = leases.filter((each) => each !== null).length
    expect(await world.counts()).toMatchObject({ released: 20, held: 0, pending: 20 - taken })
    for (let left = 20 - taken; left > 0; left -= 1) expect(await lease()).not.toBeNull()
    expect(await lease()).toBeNull()
  })

  it('comes before or after an assessment is opened again, and never in between', async ({ world }) => {
    const ids = await world.complete(30)
    const [done] = await Promise.all([world.release(), ...ids.map(world.reopen)])
    const { rows } = await world.owner.query<{ state: string; shown: boolean; event: boolean; cancelled: boolean }>(
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

describe('releaseDelivery, by an operator', () => {
  it('sends nothing that no teacher has released, nor what has no URL', async ({ world }) => {
    const [assessmentId] = await world.complete(1)
    const { rows } = await world.owner.query<{ id: string }>(
      'SELECT delivery.id FROM delivery JOIN assessment USING (submission_id) WHERE assessment.id = $1',
      [assessmentId],
    )
    const send = async () => {
      const request = { deliveryId: rows[0]?.id ?? '', courseId: null, byUserId: null }
      return (await world.database.transaction((tx) => releaseDelivery(tx, request))).outcome
    }
    const setExpired = (at: string) =>
      world.owner.query(
        `UPDATE capability SET used_at = NULL, registered_at = now() - interval '1 day', expires_at = now() + interval '${at}'
        WHERE submission_id = (SELECT submission_id FROM assessment WHERE id = $1)`,
        [assessmentId],
      )
    expect(await send()).toBe('not_released')
    await setExpired('-1 hour')
    await world.release()
    expect(await world.counts()).toMatchObject({ released: 1, held: 1, pending: 0 })
    expect(await send()).toBe('undeliverable')
    await setExpired('1 hour')
    expect([await send(), await send()]).toEqual(['released', 'not_in_state'])
  })
})

describe('listDueReleases', () => {
  it('has an exercise whose release time has passed until all of its results have been released', async ({ world }) => {
    await world.grade({ releaseAt: past })
    expect(await world.isDue()).toBe(false)
    await world.complete(2)
    expect(await listDueReleases(world.frontend)).toContainEqual({ courseId, exerciseId })
    await world.complete(1, { judgementOf: () => reopenedWork })
    await world.release({ isDue: true, byUserId: null })
    expect(await world.isDue()).toBe(false)
  })

  it.for([
    ['another time to come', { releaseAt: '9999-01-01T00:00:00Z' }],
    ['no time', {}],
    ['an immediate release', { release: 'immediate' }],
  ] as const)('has no exercise with %s', async ([_what, change], { world }) => {
    await world.grade(change)
    await world.complete(1)
    expect(await world.isDue()).toBe(false)
  })
})

it.beforeEach(async ({ world }) => {
  exerciseId += 1
  courseId = await configureCourse(world.frontend, { manualGradingExercises: [exerciseId] })
})

async function openWorld() {
  const grading = await openGrading()
  const { owner, frontend } = grading
  const complete = async (count: number, change: Partial<CompletedAssessments> = {}): Promise<string[]> => {
    const firstSubmissionId = nextSubmissionId
    nextSubmissionId += count
    return await insertCompletedAssessments(owner, { courseId, exerciseId, count, firstSubmissionId, ...change })
  }
  const release = (change: Partial<ReleaseOfGrades> = {}) => {
    const request = { courseId, exerciseId, assessmentIds: null, isDue: false, byUserId: 101, ...change }
    return frontend.transaction((tx) => markGradesReleased(tx, request))
  }
  const preview = () =>
    previewRelease(frontend, { courseId, exerciseId, assessmentIds: null, isDue: false, byUserId: 101 })
  const grade = (change: object) =>
    frontend.transaction((tx) =>
      writeExerciseGrading(tx, { courseId, exerciseId, expectedRevision: 0 }, { ...aGrading, ...change }),
    )
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
  /** Changes rows as reopening an assessment does, in its order of locks: delivery, submission, assessment. */
  async function reopen(id: string): Promise<void> {
    const client = await grading.ownerPool.connect()
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
  /** Completes a reopened assessment with the same points, without a delivery. */
  const completeAgain = (id: string) =>
    owner.query(
      `WITH done AS (UPDATE assessment SET state = 'completed', completed_at = now(), rubric_wording = 0 WHERE id = $1)
      INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_at,
        fixture, assessment_id, rubric_version, rubric_wording, scores, feedback_revision)
      SELECT gen_random_uuid(), submission_id, course_id, exercise_id, 7.5, 10, '', '{}', now(), FALSE, assessment_id, 0, 0, '{}', 1
      FROM completed_result WHERE assessment_id = $1`,
      [id],
    )
  const isDue = async () => (await listDueReleases(frontend)).some((each) => each.exerciseId === exerciseId)
  return { ...grading, complete, release, preview, grade, counts, reopen, completeAgain, isDue }
}

let courseId = 0
let exerciseId = 100
let nextSubmissionId = 50_000
const past = '2026-01-01T00:00:00Z'
const done = { state: 'completed', scores: {}, points: 7.5, delivery: 'held' } as const
const reopenedWork = { ...done, state: 'in_progress', isReopened: true } as const
const outcomeOf = (released: number, unchanged: number, blocked: readonly object[] = []) => ({
  released,
  unchanged,
  blocked,
})
const nothing = { released: 0, held: 0, pending: 0, published: 0, events: 0, steps: 0 }
