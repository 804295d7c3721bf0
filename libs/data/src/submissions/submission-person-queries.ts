import Type from 'typebox'
import type { Db, Tx } from '../db.ts'
import type { Person, PersonRow } from '../people/person-table.ts'
import { statement } from '../row.ts'

const exportRow = statement('exportSubmissions', Type.Object({ key: Type.String(), row: Type.String() }))
const underWay = statement('lockDeliveriesOfPerson', Type.Object({ ambiguous: Type.Boolean() }))
const erase = statement('eraseSubmitter', Type.Object({ count: Type.Integer() }))

/** What was handed in for grading by hand, and the results. Who handed it in together is theirs to know. */
export async function exportSubmissions(db: Db, person: Person, after: string | null, limit: number): Promise<readonly PersonRow[]> {
  return await db.any(exportRow`
    SELECT submission.submission_id::text AS key, json_build_object(
      'submissionId', submission.submission_id, 'exerciseId', submission.exercise_id, 'language', submission.language,
      'attempt', submission.attempt, 'autoPoints', submission.auto_points,
      'submittedAt', to_char(submission.submitted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'results', (
        SELECT coalesce(json_agg(json_build_object(
          'points', completed_result.points, 'maxPoints', completed_result.max_points, 'feedbackHtml', completed_result.feedback_html,
          'payload', completed_result.payload,
          'createdAt', to_char(completed_result.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ) ORDER BY completed_result.created_at), '[]')
        FROM completed_result
        WHERE completed_result.submission_id = submission.submission_id
      )
    )::text AS row
    FROM submission_submitter
    JOIN submission ON submission.submission_id = submission_submitter.submission_id
    WHERE submission_submitter.user_id = ${person.userId}::bigint AND submission.course_id = ${person.courseId}::bigint
      AND submission.submission_id > coalesce(${after}::bigint, 0)
    ORDER BY submission.submission_id
    LIMIT ${limit}::integer
  `)
}

/** Whether a grade of the person's is on its way, or may have arrived; those that are not stay where they are while `tx` is open. */
export async function lockDeliveriesOfPerson(tx: Tx, person: Person): Promise<'delivery_pending' | 'delivery_ambiguous' | null> {
  const found = await tx.any(underWay`
    WITH locked AS (
      SELECT delivery.state
      FROM submission_submitter
      JOIN delivery ON delivery.submission_id = submission_submitter.submission_id
      WHERE submission_submitter.user_id = ${person.userId}::bigint AND delivery.course_id = ${person.courseId}::bigint
        AND delivery.state NOT IN ('delivered', 'cancelled')
      ORDER BY delivery.ordinal
      FOR NO KEY UPDATE OF delivery
    )
    SELECT locked.state = 'ambiguous' AS ambiguous FROM locked WHERE locked.state IN ('pending', 'sending', 'ambiguous')
  `)
  if (found.length === 0) return null
  return found.some(({ ambiguous }) => ambiguous) ? 'delivery_ambiguous' : 'delivery_pending'
}

/**
 * What was handed in together with others stays theirs, with its feedback. Of what nobody else handed in, the texts go, the
 * points stay, and a grade that was not sent yet is given up. The result stands no more: sent again, it would empty the feedback
 * that the learning platform shows; should the submission be registered again, it waits to be assessed anew.
 */
export async function eraseSubmitter(tx: Tx, person: Person): Promise<number> {
  const row = await tx.maybeOne(erase`
    WITH submitter_gone AS (
      DELETE FROM submission_submitter USING submission
      WHERE submission_submitter.user_id = ${person.userId}::bigint
        AND submission.submission_id = submission_submitter.submission_id AND submission.course_id = ${person.courseId}::bigint
      RETURNING submission_submitter.submission_id
    ),
    nobody_left AS (
      SELECT submitter_gone.submission_id
      FROM submitter_gone
      WHERE NOT EXISTS (
        SELECT FROM submission_submitter
        WHERE submission_submitter.submission_id = submitter_gone.submission_id
          AND submission_submitter.user_id <> ${person.userId}::bigint
      )
    ),
    left_queue AS (
      UPDATE submission SET in_queue = FALSE
      FROM nobody_left
      WHERE submission.submission_id = nobody_left.submission_id AND submission.in_queue
    ),
    texts_gone AS (
      UPDATE completed_result SET feedback_html = '', payload = '{}', withdrawn_at = coalesce(completed_result.withdrawn_at, clock_timestamp())
      FROM nobody_left
      WHERE completed_result.submission_id = nobody_left.submission_id
    ),
    given_up AS (
      UPDATE delivery
      SET state = 'cancelled', cancelled_as = 'erased', cancelled_at = clock_timestamp(), refused_at = NULL, updated_at = clock_timestamp()
      FROM nobody_left JOIN delivery AS before ON before.submission_id = nobody_left.submission_id AND before.state IN ('held', 'refused')
      -- Whoever erases has locked them, so that what was read is what is changed.
      WHERE delivery.id = before.id
      RETURNING delivery.id, delivery.send_number, delivery.epoch, before.state AS from_state
    ),
    reasons_gone AS (
      UPDATE delivery_event SET reason = NULL
      FROM nobody_left JOIN delivery ON delivery.submission_id = nobody_left.submission_id
      WHERE delivery_event.delivery_id = delivery.id AND delivery_event.reason IS NOT NULL
    ),
    recorded AS (
      INSERT INTO delivery_event (delivery_id, at, event, from_state, to_state, send_number, epoch)
      SELECT given_up.id, clock_timestamp(), 'erased', given_up.from_state, 'cancelled', given_up.send_number, given_up.epoch FROM given_up
    )
    SELECT count(*) AS count FROM submitter_gone
  `)
  return row?.count ?? 0
}
