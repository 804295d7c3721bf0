import { sql } from 'slonik'
import { heldByNobody } from './assessment-parts.ts'

/**
 * For `nobody_left (submission_id)`: texts go, points stay, an unsent grade is cancelled, and the result no longer stands, since sending
 * it again would empty the feedback upstream. The assessment is in progress, empty and held by nobody, so that a new registration waits
 * like new work. The caller has locked the submissions' rows, so that this sees every save.
 */
export const disownedWork = sql.fragment`
  left_queue AS (
    UPDATE submission SET in_queue = FALSE, superseded_by = NULL, postponed = FALSE
    FROM nobody_left
    WHERE submission.submission_id = nobody_left.submission_id
      AND (submission.in_queue OR submission.superseded_by IS NOT NULL OR submission.postponed)
  ),
  judgements_gone AS (
    UPDATE assessment
    SET state = 'in_progress', revision = assessment.revision + 1, grader_id = coalesce(assessment.holder_id, assessment.grader_id),
      ${heldByNobody}, rubric_wording = NULL, scores = '{}', adjustment = NULL, private_note = '', part_revisions = json_build_object('*', assessment.revision + 1),
      points = 0, postponed_note = NULL, postponed_at = NULL, saved_at = NULL, completed_at = NULL, updated_at = clock_timestamp()
    FROM nobody_left
    WHERE assessment.submission_id = nobody_left.submission_id
  ),
  history_gone AS (
    UPDATE assessment_event SET reason = NULL, judgement = NULL
    FROM nobody_left JOIN assessment ON assessment.submission_id = nobody_left.submission_id
    WHERE assessment_event.assessment_id = assessment.id AND num_nonnulls(assessment_event.reason, assessment_event.judgement) > 0
  ),
  texts_gone AS (
    UPDATE completed_result SET feedback_html = '', payload = '{}', adjustment = NULL, student_text = NULL, parts = NULL,
      scores = '{}', withdrawn_at = coalesce(completed_result.withdrawn_at, clock_timestamp())
    FROM nobody_left
    WHERE completed_result.submission_id = nobody_left.submission_id
  ),
  feedback_gone AS (
    UPDATE feedback
    SET state = 'draft', revision = feedback.revision + 1, body = '', annotations = '{}',
      part_revisions = json_build_object('*', feedback.revision + 1), updated_at = clock_timestamp()
    FROM nobody_left
    WHERE feedback.submission_id = nobody_left.submission_id
  ),
  versions_gone AS (
    DELETE FROM feedback_version
    USING nobody_left JOIN feedback ON feedback.submission_id = nobody_left.submission_id
    WHERE feedback_version.feedback_id = feedback.id
  ),
  readings_gone AS (
    DELETE FROM feedback_read
    USING nobody_left JOIN feedback ON feedback.submission_id = nobody_left.submission_id
    WHERE feedback_read.feedback_id = feedback.id
  ),
  drafts_gone AS (
    DELETE FROM parked_draft
    USING nobody_left
    JOIN assessment ON assessment.submission_id = nobody_left.submission_id
    JOIN feedback ON feedback.assessment_id = assessment.id
    WHERE parked_draft.assessment_id = assessment.id OR parked_draft.feedback_id = feedback.id
  ),
  cancelled AS (
    UPDATE delivery
    SET state = 'cancelled', cancelled_as = 'erased', cancelled_at = clock_timestamp(), refused_at = NULL, updated_at = clock_timestamp()
    FROM nobody_left JOIN delivery AS before ON before.submission_id = nobody_left.submission_id AND before.state IN ('held', 'refused')
    -- They are locked, so that what was read is what is changed.
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
    SELECT cancelled.id, clock_timestamp(), 'erased', cancelled.from_state, 'cancelled', cancelled.send_number, cancelled.epoch FROM cancelled
  )
`
