import type { DeliveryState } from '@course-grading/domain/delivery/delivery-state'
import { sql, type FragmentSqlToken } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { cancelDeliveries } from '../delivery/cancel-deliveries.ts'
import { read, write } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'
import { heldByNobody } from '../submissions/assessment-parts.ts'

const listUnsentOfNobodyRow = Type.Object({ id: Type.String(), state: Type.Unsafe<DeliveryState>({ type: 'string' }) })

/**
 * For submissions that have lost their last submitter: texts go, points stay, an unsent grade is cancelled, and the result no longer
 * stands, since sending it again would empty the feedback upstream. The assessment is in progress, empty and held by nobody, so that a new
 * registration waits like new work. The caller has locked the deliveries and the submissions, so that this sees every save.
 */
export async function disownWork(tx: Tx, submissionIds: readonly number[]): Promise<void> {
  if (submissionIds.length === 0) return
  const these = sql.fragment`ANY (${bigints(submissionIds)})`
  await cancelUnsent(tx, these)
  await tx.query(write('leaveQueueOfNobody')`
    UPDATE submission SET in_queue = FALSE, superseded_by = NULL, postponed_at = NULL
    WHERE submission.submission_id = ${these}
      AND (submission.in_queue OR submission.superseded_by IS NOT NULL OR submission.postponed_at IS NOT NULL)
  `)
  await emptyAssessments(tx, these)
  await tx.query(write('withdrawResultsOfNobody')`
    UPDATE completed_result SET feedback_html = '', payload = '{}', adjustment = NULL, student_text = NULL, parts = NULL,
      scores = '{}', withdrawn_at = coalesce(completed_result.withdrawn_at, clock_timestamp())
    WHERE completed_result.submission_id = ${these}
  `)
  await emptyDocuments(tx, these)
}

async function cancelUnsent(tx: Tx, these: FragmentSqlToken): Promise<void> {
  const unsent = await tx.any(read('listUnsentOfNobody', listUnsentOfNobodyRow)`
    SELECT delivery.id, delivery.state
    FROM delivery
    WHERE delivery.submission_id = ${these} AND delivery.state IN ('held', 'refused')
  `)
  await cancelDeliveries(tx, unsent, { as: 'erased', byUserId: null })
  await tx.query(write('emptyReasonsOfNobody')`
    UPDATE delivery_event SET reason = NULL
    WHERE delivery_event.delivery_id = ANY (ARRAY(SELECT delivery.id FROM delivery WHERE delivery.submission_id = ${these}))
      AND delivery_event.reason IS NOT NULL
  `)
}

async function emptyAssessments(tx: Tx, these: FragmentSqlToken): Promise<void> {
  await tx.query(write('emptyAssessmentsOfNobody')`
    UPDATE assessment
    SET state = 'in_progress', revision = assessment.revision + 1, grader_id = coalesce(assessment.holder_id, assessment.grader_id),
      ${heldByNobody}, rubric_wording = NULL, scores = '{}', adjustment = NULL, private_note = '',
      part_revisions = json_build_object('*', assessment.revision + 1), points = 0, postponed_note = NULL, postponed_at = NULL,
      saved_at = NULL, completed_at = NULL, updated_at = clock_timestamp()
    WHERE assessment.submission_id = ${these}
  `)
  await tx.query(write('emptyHistoryOfNobody')`
    UPDATE assessment_event SET reason = NULL, judgement = NULL, before_submitter_ids = NULL, after_submitter_ids = NULL
    WHERE assessment_event.assessment_id = ANY (ARRAY(SELECT assessment.id FROM assessment WHERE assessment.submission_id = ${these}))
      AND num_nonnulls(assessment_event.reason, assessment_event.judgement, assessment_event.before_submitter_ids) > 0
  `)
}

async function emptyDocuments(tx: Tx, these: FragmentSqlToken): Promise<void> {
  const documents = sql.fragment`ANY (ARRAY(SELECT feedback.id FROM feedback WHERE feedback.submission_id = ${these}))`
  await tx.query(write('emptyFeedbackOfNobody')`
    UPDATE feedback
    SET state = 'draft', revision = feedback.revision + 1, body = '', annotations = '{}',
      part_revisions = json_build_object('*', feedback.revision + 1), updated_at = clock_timestamp()
    WHERE feedback.submission_id = ${these}
  `)
  await tx.query(write('deleteVersionsOfNobody')`
    DELETE FROM feedback_version WHERE feedback_version.feedback_id = ${documents}
  `)
  await tx.query(write('deleteReadsOfNobody')`
    DELETE FROM feedback_read WHERE feedback_read.feedback_id = ${documents}
  `)
  await tx.query(write('deleteDraftsOfNobody')`
    DELETE FROM parked_draft
    WHERE parked_draft.feedback_id = ${documents}
      OR parked_draft.assessment_id = ANY (ARRAY(SELECT assessment.id FROM assessment WHERE assessment.submission_id = ${these}))
  `)
}
