import { sql } from 'slonik'
import Type from 'typebox'
import { leaseEnd } from '../submissions/assessment-parts.ts'
import type { Tx } from '../db/db.ts'
import { isSameSave } from '../history/is-same-save.ts'
import { nullable, write } from '../db/row.ts'
import type { StoredFeedback } from './find-feedback.ts'

const saved = Type.Object({ revision: Type.Integer(), assessmentRevision: nullable(Type.Integer()) })

interface FeedbackWrite {
  readonly language: string
  readonly body: string
  /** JSON text, like `partRevisions`. */
  readonly annotations: string
  readonly partRevisions: string
  readonly userId: number
  /** The version whose text this is; null of a text that was typed. */
  readonly restoredFrom: number | null
}

/** At this number another version begins only when the newest was frozen. Versions are never deleted, so numbers count them. */
export const maxFeedbackVersions = 200

/** Makes the next revision of the document and of its assessment, if it has one, which the caller has locked. */
export async function saveFeedback(
  tx: Tx,
  { id, revision, assessmentId, assessmentRevision, leaseMinutes }: StoredFeedback,
  { language, body, annotations, partRevisions, userId, restoredFrom }: FeedbackWrite,
): Promise<{ readonly revision: number; readonly assessmentRevision: number | null }> {
  // A document about a student has no assessment to join or to lock.
  const isAssessed = assessmentId !== null
  const assessed = isAssessed ? assessedBy(userId, { assessmentId, assessmentRevision, leaseMinutes }) : notAssessed
  return await tx.one(write(isAssessed ? 'saveFeedback' : 'saveStudentFeedback', saved)`
    WITH ${assessed},
    saved AS (
      UPDATE feedback
      SET revision = feedback.revision + 1, language = ${language}, body = ${body}, annotations = ${annotations}::json,
        part_revisions = ${partRevisions}::json, updated_by = ${userId}::bigint, updated_at = clock_timestamp()
      ${isAssessed ? sql.fragment`FROM assessed` : sql.fragment``}
      WHERE feedback.id = ${id}::uuid AND feedback.revision = ${revision}::integer
      RETURNING feedback.id, feedback.revision, feedback.language, feedback.body, feedback.annotations
    ),
    latest_version AS (
      SELECT feedback_version.version, feedback_version.closed_at IS NULL
          AND (${restoredFrom}::integer IS NULL OR feedback_version.restored_from IS NOT NULL)
          AND (feedback_version.version >= ${maxFeedbackVersions}::integer
            OR ${isSameSave({ byUserId: sql.fragment`feedback_version.saved_by`, at: sql.fragment`feedback_version.begun_at` }, userId)}
          ) AS goes_on
      FROM feedback_version
      WHERE feedback_version.feedback_id = ${id}::uuid
      ORDER BY feedback_version.version DESC
      LIMIT 1
    ),
    continued_version AS (
      UPDATE feedback_version
      SET revision = saved.revision, language = saved.language, body = saved.body, annotations = saved.annotations,
        saved_by = ${userId}::bigint, restored_from = ${restoredFrom}::integer, saved_at = clock_timestamp()
      FROM saved, latest_version
      WHERE feedback_version.feedback_id = saved.id AND feedback_version.version = latest_version.version AND latest_version.goes_on
      RETURNING feedback_version.version
    ),
    next_version AS (
      INSERT INTO feedback_version (feedback_id, version, revision, language, body, annotations, saved_by, begun_at, saved_at, restored_from)
      SELECT saved.id, coalesce((SELECT latest_version.version FROM latest_version), 0) + 1, saved.revision, saved.language, saved.body,
        saved.annotations, ${userId}::bigint, clock_timestamp(), clock_timestamp(), ${restoredFrom}::integer
      FROM saved
      WHERE NOT EXISTS (SELECT FROM continued_version)
    )
    SELECT saved.revision, assessed.revision AS assessment_revision
    FROM saved
    LEFT JOIN assessed ON TRUE
  `)
}

const notAssessed = sql.fragment`assessed AS (SELECT NULL::integer AS revision WHERE FALSE)`

const assessedBy = (
  userId: number,
  {
    assessmentId,
    assessmentRevision,
    leaseMinutes,
  }: Pick<StoredFeedback, 'assessmentId' | 'assessmentRevision' | 'leaseMinutes'>,
) => sql.fragment`
    assessed AS (
      UPDATE assessment
      SET revision = assessment.revision + 1, grader_id = ${userId}::bigint, lease_until = ${leaseEnd(leaseMinutes)}, is_offered = FALSE,
        updated_at = clock_timestamp(), saved_at = clock_timestamp()
      WHERE assessment.id = ${assessmentId}::uuid AND assessment.state = 'in_progress' AND assessment.holder_id = ${userId}::bigint
        AND assessment.revision = ${assessmentRevision}::integer
      RETURNING assessment.id, assessment.revision, assessment.points
    ),
    latest_event AS (
      SELECT assessment_event.id, assessment_event.event, assessment_event.by_user_id, assessment_event.at
      FROM assessment_event
      WHERE assessment_event.assessment_id = ${assessmentId}::uuid
        AND (assessment_event.event <> 'saved' OR assessment_event.by_user_id <> ${userId}::bigint)
      ORDER BY assessment_event.id DESC
      LIMIT 1
    ),
    continued_event AS (
      UPDATE assessment_event SET to_revision = assessed.revision
      FROM assessed, latest_event
      WHERE assessment_event.id = latest_event.id AND latest_event.event = 'feedback_saved'
        AND ${isSameSave({ byUserId: sql.fragment`latest_event.by_user_id`, at: sql.fragment`latest_event.at` }, userId)}
      RETURNING assessment_event.id
    ),
    event AS (
      INSERT INTO assessment_event (
        assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after
      )
      SELECT assessed.id, clock_timestamp(), 'feedback_saved', ${userId}::bigint, assessed.revision - 1, assessed.revision,
        assessed.points, assessed.points
      FROM assessed
      WHERE NOT EXISTS (SELECT FROM continued_event)
    )`

/** Renews the lease of whoever writes a document, after a save that changed nothing. */
export async function renewLeaseOfFeedback(
  tx: Tx,
  { assessmentId, leaseMinutes }: Pick<StoredFeedback, 'assessmentId' | 'leaseMinutes'>,
  userId: number,
): Promise<void> {
  await tx.query(write('renewLeaseOfFeedback')`
    UPDATE assessment SET lease_until = ${leaseEnd(leaseMinutes)}, is_offered = FALSE
    WHERE assessment.id = ${assessmentId}::uuid AND assessment.state = 'in_progress' AND assessment.holder_id = ${userId}::bigint
  `)
}
