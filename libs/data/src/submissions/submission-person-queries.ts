import { sql, type FragmentSqlToken } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { exportedRows, type Person } from '../db/person-table.ts'
import { read } from '../db/row.ts'

export const handedInBy = ({ courseId, userId }: Person): FragmentSqlToken => sql.fragment`
  SELECT known.submission_id
  FROM submission_submitter
  CROSS JOIN LATERAL (
    SELECT submission.submission_id, submission.course_id
    FROM submission
    WHERE submission.submission_id = submission_submitter.submission_id
    LIMIT 1
  ) AS known
  WHERE submission_submitter.user_id = ${userId}::bigint AND known.course_id = ${courseId}::bigint`

const lockDeliveriesOfPersonRow = Type.Object({ ambiguous: Type.Boolean() })

/** Who else handed in is left out, since that is data about other people. */
export const exportSubmissions = exportedRows(
  'exportSubmissions',
  'bigint',
  (person) => sql.fragment`
  SELECT submission.submission_id AS key, json_build_object(
    'submissionId', submission.submission_id, 'exerciseId', submission.exercise_id, 'language', submission.language,
    'attempt', submission.attempt, 'autoPoints', submission.auto_points,
    'submittedAt', to_char(submission.submitted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'results', (
      SELECT coalesce(json_agg(json_build_object(
        'points', completed_result.points, 'maxPoints', completed_result.max_points, 'feedbackHtml', completed_result.feedback_html,
        'payload', completed_result.payload, 'studentText', completed_result.student_text, 'parts', completed_result.parts,
        'scores', completed_result.scores, 'adjustment', completed_result.adjustment,
        'releasedAt', to_char(completed_result.released_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'createdAt', to_char(completed_result.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ) ORDER BY completed_result.created_at), '[]')
      FROM completed_result
      WHERE completed_result.submission_id = submission.submission_id
    )
  ) AS row
  FROM (${handedInBy(person)}) AS own
  CROSS JOIN LATERAL (
    SELECT submission.submission_id, submission.exercise_id, submission.language, submission.attempt, submission.auto_points,
      submission.submitted_at
    FROM submission
    WHERE submission.submission_id = own.submission_id
    LIMIT 1
  ) AS submission`,
)

const unsettledRow = Type.Object({
  deliveryId: Type.String(),
  submissionId: Type.Integer(),
  state: Type.Unsafe<'pending' | 'sending' | 'ambiguous'>({ type: 'string' }),
})

const isUnsettled = (state: FragmentSqlToken) => sql.fragment`${state} IN ('pending', 'sending', 'ambiguous')`

/** For which an erasure of the person is refused, oldest first, at most a hundred. */
export async function listUnsettledOfPerson(db: Db, person: Person): Promise<readonly Static<typeof unsettledRow>[]> {
  return await db.any(read('listUnsettledOfPerson', unsettledRow)`
    SELECT delivery.id AS delivery_id, delivery.submission_id, delivery.state
    FROM delivery
    WHERE delivery.submission_id = ANY (ARRAY(${handedInBy(person)})) AND ${isUnsettled(sql.fragment`delivery.state`)}
    ORDER BY delivery.ordinal
    LIMIT 100
  `)
}

/** Deliveries not final cannot change while `tx` is open. Null if no grade is on its way or may have arrived. */
export async function lockDeliveriesOfPerson(
  tx: Tx,
  person: Person,
): Promise<'delivery_pending' | 'delivery_ambiguous' | null> {
  const found = await tx.any(read('lockDeliveriesOfPerson', lockDeliveriesOfPersonRow)`
    WITH locked AS (
      SELECT delivery.state
      FROM delivery
      WHERE delivery.submission_id = ANY (ARRAY(${handedInBy(person)})) AND delivery.state NOT IN ('delivered', 'cancelled')
      ORDER BY delivery.ordinal
      FOR NO KEY UPDATE
    )
    SELECT locked.state = 'ambiguous' AS ambiguous FROM locked WHERE ${isUnsettled(sql.fragment`locked.state`)}
  `)
  if (found.length === 0) return null
  return found.some(({ ambiguous }) => ambiguous) ? 'delivery_ambiguous' : 'delivery_pending'
}
