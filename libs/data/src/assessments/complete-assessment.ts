import Type from 'typebox'
import type { Tx } from '../db.ts'
import { statement } from '../row.ts'
import type { StoredAssessment } from './find-assessment.ts'

const complete = statement('completeAssessment', Type.Object({ revision: Type.Integer() }))

/**
 * Marks an assessment in progress as completed by its holder. Call it in the transaction that locked the assessment and froze
 * its result. The revision stays, since nothing that it counts changes. The version of the feedback that was frozen is closed.
 * If students may read it at once, the document is published and the history says so, too. One statement.
 */
export async function markCompleted(
  tx: Tx,
  { id, revision, rubricWording }: Pick<StoredAssessment, 'id' | 'revision' | 'rubricWording'>,
  { points, userId, isReleased }: { readonly points: string; readonly userId: number; readonly isReleased: boolean },
): Promise<void> {
  const row = await tx.maybeOne(complete`
    WITH before AS (
      SELECT assessment.id, assessment.revision, assessment.points FROM assessment WHERE assessment.id = ${id}::uuid
    ),
    completed AS (
      UPDATE assessment
      SET state = 'completed', grader_id = ${userId}::bigint, holder_id = NULL, claimed_at = NULL,
        lease_until = NULL, is_offered = FALSE, rubric_wording = ${rubricWording}::integer, points = ${points}::numeric,
        postponed_note = NULL, postponed_at = NULL, updated_at = clock_timestamp(), completed_at = clock_timestamp()
      WHERE assessment.id = ${id}::uuid AND assessment.state = 'in_progress' AND assessment.revision = ${revision}::integer
      RETURNING assessment.id, assessment.revision, assessment.points, assessment.submission_id
    ),
    not_postponed AS (
      UPDATE submission SET postponed = FALSE
      FROM completed
      WHERE submission.submission_id = completed.submission_id AND submission.postponed
    ),
    document AS (
      SELECT feedback.id, feedback.revision, feedback.language, feedback.body, feedback.annotations, feedback.updated_by
      FROM completed
      JOIN feedback ON feedback.assessment_id = completed.id
    ),
    closed AS (
      UPDATE feedback_version SET closed_at = clock_timestamp()
      FROM document
      WHERE feedback_version.feedback_id = document.id AND feedback_version.revision = document.revision
        AND feedback_version.closed_at IS NULL
    ),
    -- A document that was not saved since it began, or since it was emptied, is frozen as it is.
    begun AS (
      INSERT INTO feedback_version (feedback_id, version, revision, language, body, annotations, saved_by, begun_at, saved_at, closed_at)
      SELECT document.id, 1 + coalesce((
          SELECT max(feedback_version.version) FROM feedback_version WHERE feedback_version.feedback_id = document.id
        ), 0), document.revision, document.language, document.body, document.annotations, document.updated_by,
        clock_timestamp(), clock_timestamp(), clock_timestamp()
      FROM document
      WHERE NOT EXISTS (
        SELECT
        FROM feedback_version
        WHERE feedback_version.feedback_id = document.id AND feedback_version.revision = document.revision
      )
    ),
    published AS (
      UPDATE feedback SET state = 'published'
      FROM document
      WHERE ${isReleased} AND feedback.id = document.id AND feedback.state <> 'published'
    ),
    event AS (
      INSERT INTO assessment_event (
        assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after
      )
      SELECT completed.id, clock_timestamp(), step.event, ${userId}::bigint,
        CASE WHEN step.event = 'completed' THEN before.revision ELSE completed.revision END, completed.revision,
        CASE WHEN step.event = 'completed' THEN before.points ELSE completed.points END, completed.points
      FROM completed
      JOIN before ON before.id = completed.id
      CROSS JOIN (VALUES (1, 'completed'), (2, 'released')) AS step (place, event)
      WHERE step.event = 'completed' OR ${isReleased}
      ORDER BY step.place
    )
    SELECT completed.revision FROM completed
  `)
  if (row === null) throw new Error('an assessment that was locked has changed')
}
