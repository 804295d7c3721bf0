import { sql } from 'slonik'

/**
 * What becomes of the submissions in `nobody_left (submission_id)`, which have no submitter left, as more common table expressions.
 * The texts are removed, the points stay, and a grade that was not sent yet is cancelled. The result no longer stands, because
 * sending it again would empty the feedback that the learning platform shows. If the submission is registered again, it waits to be
 * assessed as if it never had been.
 */
export const disownedWork = sql.fragment`
  left_queue AS (
    UPDATE submission SET in_queue = FALSE, superseded_by = NULL
    FROM nobody_left
    WHERE submission.submission_id = nobody_left.submission_id AND (submission.in_queue OR submission.superseded_by IS NOT NULL)
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
    SELECT given_up.id, clock_timestamp(), 'erased', given_up.from_state, 'cancelled', given_up.send_number, given_up.epoch FROM given_up
  )
`
