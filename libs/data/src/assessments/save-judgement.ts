import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { write } from '../db/row.ts'
import { isSameSave } from '../history/is-same-save.ts'
import { leaseEnd } from '../submissions/assessment-parts.ts'
import type { StoredAssessment } from './find-assessment.ts'

const saveJudgementRow = Type.Object({ revision: Type.Integer() })

interface JudgementWrite {
  /** JSON text, like `adjustment`. */
  readonly scores: string
  readonly adjustment: string | null
  readonly privateNote: string
  /** JSON text of the `PartRevisions` after this save. */
  readonly partRevisions: string
  /** An exact decimal. */
  readonly points: string
  readonly userId: number
}

/** The caller has locked the assessment. */
export async function saveJudgement(
  tx: Tx,
  { id, revision, leaseMinutes }: Pick<StoredAssessment, 'id' | 'revision' | 'leaseMinutes'>,
  { scores, adjustment, privateNote, partRevisions, points, userId }: JudgementWrite,
): Promise<number> {
  const judgement = `{"scores":${scores},"adjustment":${adjustment},"privateNote":${JSON.stringify(privateNote)}}`
  const row = await tx.one(write('saveJudgement', saveJudgementRow)`
    WITH before AS (
      SELECT assessment.points FROM assessment WHERE assessment.id = ${id}::uuid
    ),
    saved AS (
      UPDATE assessment
      SET revision = assessment.revision + 1, scores = ${scores}::json, adjustment = ${adjustment}::json,
        private_note = ${privateNote}, part_revisions = ${partRevisions}::json, points = ${points}::numeric,
        grader_id = ${userId}::bigint, lease_until = ${leaseEnd(leaseMinutes)}, is_offered = FALSE,
        updated_at = clock_timestamp(), saved_at = clock_timestamp()
      WHERE assessment.id = ${id}::uuid AND assessment.state = 'in_progress' AND assessment.holder_id = ${userId}::bigint
        AND assessment.revision = ${revision}::integer
      RETURNING assessment.id, assessment.revision, assessment.points
    ),
    latest AS (
      SELECT assessment_event.id, assessment_event.event, assessment_event.by_user_id, assessment_event.at
      FROM assessment_event
      WHERE assessment_event.assessment_id = ${id}::uuid
        AND (assessment_event.event <> 'feedback_saved' OR assessment_event.by_user_id <> ${userId}::bigint)
      ORDER BY assessment_event.id DESC
      LIMIT 1
    ),
    continued AS (
      UPDATE assessment_event
      SET to_revision = saved.revision, points_after = saved.points, judgement = ${judgement}::json
      FROM saved, latest
      WHERE assessment_event.id = latest.id AND latest.event = 'saved'
        AND ${isSameSave({ byUserId: sql.fragment`latest.by_user_id`, at: sql.fragment`latest.at` }, userId)}
      RETURNING assessment_event.id
    ),
    event AS (
      INSERT INTO assessment_event (
        assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after, judgement
      )
      SELECT saved.id, clock_timestamp(), 'saved', ${userId}::bigint, saved.revision - 1, saved.revision, before.points, saved.points,
        ${judgement}::json
      FROM saved, before
      WHERE NOT EXISTS (SELECT FROM continued)
    )
    SELECT saved.revision FROM saved
  `)
  return row.revision
}
