import { sql } from 'slonik'
import type { Tx } from '../db/db.ts'
import { write } from '../db/row.ts'
import { insertedSteps } from './insert-assessment-events.ts'
import { isSameSave } from './is-same-save.ts'

interface Save {
  readonly name: 'saved' | 'feedback_saved'
  readonly assessmentId: string
  readonly userId: number
  /** After the save, like the judgement. */
  readonly revision: number
  readonly pointsBefore: number
  /** Of a save of feedback there is none, and the points stay. */
  readonly judged?: { readonly judgement: object; readonly points: number }
}

/** A save right after one of the same kind and person continues that one's row; a save of the other kind in between does not matter. */
export async function recordSave(
  tx: Tx,
  { name, assessmentId, userId, revision, pointsBefore, judged }: Save,
): Promise<void> {
  const otherKind = name === 'saved' ? 'feedback_saved' : 'saved'
  const { points: pointsAfter = null, judgement = null } = judged ?? {}
  const judgementJson = judgement && JSON.stringify(judgement)
  await tx.query(write('recordSave')`
    WITH latest AS (
      SELECT assessment_event.id, assessment_event.event, assessment_event.by_user_id, assessment_event.at
      FROM assessment_event
      WHERE assessment_event.assessment_id = ${assessmentId}::uuid
        AND (assessment_event.event <> ${otherKind} OR assessment_event.by_user_id <> ${userId}::bigint)
      ORDER BY assessment_event.id DESC
      LIMIT 1
    ),
    continued AS (
      UPDATE assessment_event
      SET to_revision = ${revision}::integer, points_after = coalesce(${pointsAfter}::numeric, assessment_event.points_after),
        judgement = coalesce(${judgementJson}::json, assessment_event.judgement)
      FROM latest
      WHERE assessment_event.id = latest.id AND latest.event = ${name}
        AND ${isSameSave({ byUserId: sql.fragment`latest.by_user_id`, at: sql.fragment`latest.at` }, userId)}
      RETURNING assessment_event.id
    ),
    step AS (
      SELECT ${assessmentId}::uuid AS assessment_id, ${name} AS event, ${userId}::bigint AS by_user_id, ${revision}::integer - 1 AS from_revision,
        ${revision}::integer AS to_revision, ${pointsBefore}::numeric AS points_before, ${pointsAfter ?? pointsBefore}::numeric AS points_after,
        NULL AS reason, ${judgementJson}::json AS judgement, NULL::bigint[] AS before_submitter_ids, NULL::bigint[] AS after_submitter_ids
      WHERE NOT EXISTS (SELECT FROM continued)
    )
    ${insertedSteps}
  `)
}
