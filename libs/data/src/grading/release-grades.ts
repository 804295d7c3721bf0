import { DomainError } from '@course-grading/domain/errors/domain-error'
import { planRelease, unknownAssessments } from '@course-grading/domain/grading/plan-release'
import Type from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { insertDeliveryEvents } from '../delivery/insert-delivery-events.ts'
import { insertAssessmentEvents } from '../history/insert-assessment-events.ts'
import type { ExerciseOfCourse } from '../db/lock-order.ts'
import { countRow, read, write } from '../db/row.ts'
import { uuids } from '../db/sql-arrays.ts'
import { isReleaseDue } from './list-due-releases.ts'
import { findReleasable, listReleasable, lockReleasable, type ReleasableRow } from './lock-releasable.ts'

interface ReleaseOfGrades extends ExerciseOfCourse {
  /** Null selects all of the exercise. */
  readonly assessmentIds: readonly string[] | null
  /** The release time has passed: releases nothing unless the settings still have it, and never what was released before. */
  readonly isDue: boolean
  /** Upstream id; null for a release at its time. */
  readonly byUserId: number | null
}

interface ReleasedGrades {
  readonly released: number
  /** Completed and not changed: released already, or blocked again. */
  readonly unchanged: number
  readonly blocked: ReturnType<typeof planRelease>['blocked']
}

const isReleaseStillDueRow = Type.Object({ isDue: Type.Boolean() })
const sendHeldDeliveriesRow = Type.Object({
  deliveryId: Type.String(),
  sendNumber: Type.Integer(),
  epoch: Type.Integer(),
})

/** The largest number of blocked results that fits into a reply. */
const maxBlocked = 10_000

/**
 * Releases results that stand: students may see them, their held deliveries become pending, and their feedback is published. A result that
 * cannot be sent is released to students all the same, and named in `blocked`; its delivery stays held. A delivery that a person cancelled
 * stays cancelled.
 * @throws DomainError validation_failed if something is named that is no assessment of the exercise
 */
export async function markGradesReleased(tx: Tx, request: ReleaseOfGrades): Promise<ReleasedGrades> {
  const { isDue, byUserId } = request
  const locked = await lockReleasable(tx, request)
  // A teacher may have changed the settings since the due releases were listed.
  if (isDue && !(await isStillDue(tx, request))) return { released: 0, unchanged: 0, blocked: [] }
  const plan = planOf(request, await findReleasable(tx, request, locked))
  const { sent, shown, changed } = plan
  if (sent.length > 0) await sendDeliveries(tx, sent, byUserId)
  if (shown.length > 0) await showResults(tx, shown)
  if (changed.length > 0) await publishFeedback(tx, changed)
  if (changed.length > 0) await recordReleases(tx, changed, byUserId)
  return await outcomeOf(tx, request, plan)
}

/** What a release by a person would do now. It locks and writes nothing. @throws DomainError as `markGradesReleased` */
export async function previewRelease(db: Db, request: ReleaseOfGrades): Promise<ReleasedGrades> {
  const rows = await findReleasable(db, request, await listReleasable(db, request))
  return await outcomeOf(db, request, planOf(request, rows))
}

type Plan = ReturnType<typeof planRelease<ReleasableRow>>

function planOf({ assessmentIds, isDue }: ReleaseOfGrades, rows: readonly ReleasableRow[]): Plan {
  const issues = unknownAssessments(assessmentIds ?? [], rows)
  if (issues.length > 0) throw new DomainError('validation_failed', { issues })
  return planRelease(rows, { isNamed: assessmentIds !== null, isDue })
}

async function outcomeOf(
  db: Db,
  request: ReleaseOfGrades,
  { changed, settledCount, blocked }: Plan,
): Promise<ReleasedGrades> {
  const all = request.assessmentIds === null ? await countCompleted(db, request) : settledCount
  // `all` was counted by a later statement, before which some assessments may have been reopened.
  const released = changed.length
  return {
    released,
    unchanged: Math.max(0, all - released),
    blocked: blocked.slice(0, maxBlocked),
  }
}

async function isStillDue(tx: Tx, { courseId, exerciseId }: ExerciseOfCourse): Promise<boolean> {
  const row = await tx.maybeOne(read('isReleaseStillDue', isReleaseStillDueRow)`
    SELECT ${isReleaseDue} IS TRUE AS is_due
    FROM exercise_grading
    WHERE exercise_grading.course_id = ${courseId}::bigint AND exercise_grading.exercise_id = ${exerciseId}::bigint
  `)
  return row?.isDue === true
}

async function sendDeliveries(tx: Tx, rows: readonly ReleasableRow[], byUserId: number | null): Promise<void> {
  const sent = await tx.any(write('sendHeldDeliveries', sendHeldDeliveriesRow)`
    UPDATE delivery SET state = 'pending', not_before = clock_timestamp(), updated_at = clock_timestamp()
    WHERE delivery.id = ANY (${uuids(rows.map(({ heldDeliveryId }) => heldDeliveryId))}) AND delivery.state = 'held'
    RETURNING delivery.id AS delivery_id, delivery.send_number, delivery.epoch
  `)
  const step = { name: 'released', fromState: 'held', toState: 'pending' } as const
  await insertDeliveryEvents(
    tx,
    sent.map((row) => ({ ...step, ...row })),
    { byUserId },
  )
}

async function showResults(tx: Tx, rows: readonly ReleasableRow[]): Promise<void> {
  await tx.query(write('showResults')`
    UPDATE completed_result SET released_at = clock_timestamp()
    WHERE completed_result.id = ANY (${uuids(rows.map(({ resultId }) => resultId))}) AND completed_result.released_at IS NULL
  `)
}

async function publishFeedback(tx: Tx, rows: readonly ReleasableRow[]): Promise<void> {
  await tx.query(write('publishFeedbackOfResults')`
    UPDATE feedback SET state = 'published'
    WHERE feedback.assessment_id = ANY (${uuids(rows.map(({ id }) => id))}) AND feedback.state <> 'published'
  `)
}

async function recordReleases(tx: Tx, rows: readonly ReleasableRow[], byUserId: number | null): Promise<void> {
  await insertAssessmentEvents(
    tx,
    rows.map(({ id, revision, points }) => ({
      assessmentId: id,
      name: 'released',
      byUserId,
      fromRevision: revision,
      toRevision: revision,
      pointsBefore: points,
      pointsAfter: points,
    })),
  )
}

async function countCompleted(db: Db, { courseId, exerciseId }: ExerciseOfCourse): Promise<number> {
  const row = await db.one(read('countCompleted', countRow)`
    SELECT count(*) AS count
    FROM assessment
    WHERE assessment.course_id = ${courseId}::bigint AND assessment.exercise_id = ${exerciseId}::bigint
      AND assessment.state = 'completed'
  `)
  return row.count
}
