import { sql, type FragmentSqlToken } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Tx } from '../db.ts'
import { recordedSteps } from '../delivery/delivery-steps.ts'
import { jsonReader } from '../json-reader.ts'
import type { ExerciseOfCourse } from '../lock-order.ts'
import { statement } from '../row.ts'
import { isDeliverable } from '../delivery/is-deliverable.ts'
import { isReleaseDue } from './list-due-releases.ts'

export interface ReleaseOfGrades extends ExerciseOfCourse {
  /** Null selects all assessments of the exercise. */
  readonly assessmentIds: readonly string[] | null
  /**
   * Whether the release happens because the release time in the settings has passed. Then nothing is released unless the
   * settings still have that time, and no assessment of which a result was released before.
   */
  readonly isDue: boolean
  /** Upstream id of the teacher; null for a release because of the release time. */
  readonly byUserId: number | null
}

const blocked = Type.Array(
  Type.Object({
    assessmentId: Type.String(),
    reason: Type.Unsafe<'not_completed' | 'undeliverable'>({ type: 'string' }),
  }),
)

interface ReleasedGrades {
  readonly outcome: 'released'
  readonly released: number
  /** Results that were released already, or could not be sent this time either. */
  readonly unchanged: number
  readonly blocked: Static<typeof blocked>
}

type ReleaseGradesOutcome =
  | ReleasedGrades
  /** The items at these positions of `assessmentIds` are not assessments of the exercise. Nothing was written. */
  | { readonly outcome: 'unknown'; readonly places: readonly number[] }

const lockDeliveries = statement('lockHeldDeliveries', Type.Object({ id: Type.String() }))
const lockSubmissions = statement('lockSubmissionsToRelease', Type.Object({ submissionId: Type.Integer() }))
const release = statement(
  'releaseGrades',
  Type.Object({
    unknown: Type.Array(Type.Integer()),
    released: Type.Integer(),
    completed: Type.Integer(),
    blocked: Type.String(),
  }),
)
const readBlocked = jsonReader('releaseGrades', blocked)

/**
 * Releases results that stand: students may see them, their held deliveries become pending, and their feedback is published. A
 * result that cannot be sent is released to students all the same, and named in `blocked`; its delivery stays held. A delivery
 * that a person cancelled stays cancelled. Completions, registrations and reopenings at the same time come entirely before or
 * after it. Three statements.
 */
export async function releaseGrades(tx: Tx, request: ReleaseOfGrades): Promise<ReleaseGradesOutcome> {
  const { courseId, exerciseId, isDue, byUserId } = request
  const { isAll, ids, isChosen } = chosenBy(request)
  const deliveries = await tx.any(lockDeliveries`
    SELECT delivery.id
    FROM delivery
    WHERE delivery.course_id = ${courseId}::bigint AND delivery.exercise_id = ${exerciseId}::bigint AND delivery.state = 'held'
      AND ${isChosen(sql.fragment`delivery.submission_id`)}
    ORDER BY delivery.ordinal
    FOR NO KEY UPDATE
  `)
  const submissions = await tx.any(lockSubmissions`
    SELECT submission.submission_id AS "submissionId"
    FROM submission
    WHERE submission.submission_id IN (
        SELECT completed_result.submission_id
        FROM completed_result
        WHERE completed_result.course_id = ${courseId}::bigint AND completed_result.exercise_id = ${exerciseId}::bigint
          AND completed_result.withdrawn_at IS NULL AND completed_result.released_at IS NULL
        UNION
        SELECT delivery.submission_id
        FROM delivery
        WHERE delivery.course_id = ${courseId}::bigint AND delivery.exercise_id = ${exerciseId}::bigint AND delivery.state = 'held'
      )
      AND ${isChosen(sql.fragment`submission.submission_id`)}
    ORDER BY submission.submission_id
    FOR NO KEY UPDATE
  `)
  const row = await tx.maybeOne(release`
    WITH unknown AS (
      SELECT given.place
      FROM unnest(${ids}) WITH ORDINALITY AS given (id, place)
      WHERE NOT EXISTS (
        SELECT
        FROM assessment
        WHERE assessment.id = given.id AND assessment.course_id = ${courseId}::bigint AND assessment.exercise_id = ${exerciseId}::bigint
      )
    ),
    chosen AS (
      SELECT assessment.id AS assessment_id, assessment.revision, standing.id AS result_id, standing.points, standing.released_at,
        held.id AS held_id, ${isDeliverable(sql.fragment`assessment.submission_id`)} AS is_deliverable
      FROM assessment
      JOIN completed_result AS standing ON standing.assessment_id = assessment.id AND standing.withdrawn_at IS NULL
      LEFT JOIN delivery AS held ON held.submission_id = assessment.submission_id AND held.state = 'held'
      WHERE assessment.course_id = ${courseId}::bigint AND assessment.exercise_id = ${exerciseId}::bigint
        AND assessment.submission_id = ANY (${numbers(submissions.map(({ submissionId }) => submissionId))})
        AND (${isAll} OR assessment.id = ANY (${ids}))
        AND (standing.released_at IS NULL OR held.id IS NOT NULL)
        -- A held delivery that appeared since the first statement is one of a later completion or registration.
        AND (held.id IS NULL OR held.id = ANY (${uuids(deliveries.map(({ id }) => id))}))
        AND (NOT ${isDue} OR NOT EXISTS (
          SELECT
          FROM completed_result AS earlier
          WHERE earlier.assessment_id = assessment.id AND earlier.released_at IS NOT NULL
        ) AND EXISTS (
          -- A teacher may have changed the settings since they were listed.
          SELECT
          FROM exercise_grading
          WHERE exercise_grading.course_id = ${courseId}::bigint AND exercise_grading.exercise_id = ${exerciseId}::bigint
            AND ${isReleaseDue}
        ))
        AND NOT EXISTS (SELECT FROM unknown)
    ),
    shown AS (
      UPDATE completed_result SET released_at = clock_timestamp()
      FROM chosen
      WHERE completed_result.id = chosen.result_id AND chosen.released_at IS NULL
      RETURNING chosen.assessment_id
    ),
    sent AS (
      UPDATE delivery SET state = 'pending', not_before = clock_timestamp(), updated_at = clock_timestamp()
      FROM chosen
      WHERE delivery.id = chosen.held_id AND chosen.is_deliverable AND delivery.state = 'held'
      RETURNING chosen.assessment_id, delivery.id, delivery.send_number, delivery.epoch
    ),
    changed AS (SELECT shown.assessment_id FROM shown UNION SELECT sent.assessment_id FROM sent),
    published AS (
      UPDATE feedback SET state = 'published'
      FROM changed
      WHERE feedback.assessment_id = changed.assessment_id AND feedback.state <> 'published'
    ),
    event AS (
      INSERT INTO assessment_event (
        assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after
      )
      SELECT chosen.assessment_id, clock_timestamp(), 'released', ${byUserId}::bigint, chosen.revision, chosen.revision, chosen.points,
        chosen.points
      FROM changed
      JOIN chosen ON chosen.assessment_id = changed.assessment_id
    ),
    step AS (
      SELECT sent.id AS delivery_id, 'released' AS event, 'held' AS from_state, 'pending' AS to_state, sent.send_number, sent.epoch,
        NULL AS kind, ${byUserId}::bigint AS by_user_id, NULL AS reason
      FROM sent
    ),
    ${recordedSteps},
    -- What was asked for by name, and is not completed, or was completed after the first statement.
    not_completed AS (
      SELECT assessment.id
      FROM assessment
      WHERE assessment.id = ANY (${ids}) AND (
        assessment.state <> 'completed' OR EXISTS (
          SELECT
          FROM delivery
          WHERE delivery.submission_id = assessment.submission_id AND delivery.state = 'held'
            AND delivery.id <> ALL (${uuids(deliveries.map(({ id }) => id))})
        ))
    ),
    blocked AS (
      SELECT chosen.assessment_id AS id, 'undeliverable' AS reason
      FROM chosen
      WHERE chosen.held_id IS NOT NULL AND NOT chosen.is_deliverable
      UNION ALL
      SELECT not_completed.id, 'not_completed' FROM not_completed
    )
    SELECT ARRAY(SELECT unknown.place FROM unknown ORDER BY unknown.place) AS unknown, (SELECT count(*) FROM changed) AS released,
      (
        SELECT count(*)
        FROM assessment
        WHERE assessment.course_id = ${courseId}::bigint AND assessment.exercise_id = ${exerciseId}::bigint
          AND assessment.state = 'completed' AND (${isAll} OR assessment.id = ANY (${ids}))
          AND NOT EXISTS (SELECT FROM not_completed WHERE not_completed.id = assessment.id)
      ) AS completed,
      coalesce((
        SELECT json_agg(json_build_object('assessmentId', first.id, 'reason', first.reason) ORDER BY first.id)
        FROM (SELECT blocked.id, blocked.reason FROM blocked ORDER BY blocked.id LIMIT ${maxBlocked}) AS first
      ), '[]')::text AS blocked
  `)
  if (row === null) throw new Error('a release has no outcome')
  if (row.unknown.length > 0) return { outcome: 'unknown', places: row.unknown.map((place) => place - 1) }
  const { released, completed } = row
  return {
    outcome: 'released',
    released,
    unchanged: Math.max(0, completed - released),
    blocked: readBlocked(row.blocked),
  }
}

/** The largest number of blocked results that fits into a reply. */
const maxBlocked = 10_000

function chosenBy({ assessmentIds }: ReleaseOfGrades) {
  const isAll = assessmentIds === null
  const ids = uuids(assessmentIds ?? [])
  /** Whether an assessment of the submission was asked for. */
  const isChosen = (submissionId: FragmentSqlToken) => sql.fragment`
    (${isAll} OR ${submissionId} IN (SELECT assessment.submission_id FROM assessment WHERE assessment.id = ANY (${ids})))`
  return { isAll, ids, isChosen }
}

const uuids = (ids: readonly string[]) => sql.array([...ids], 'uuid')
const numbers = (ids: readonly number[]) => sql.array([...ids], 'int8')
