import type { Tx } from '../db/db.ts'
import { write } from '../db/row.ts'

export type AssessmentEventName =
  | 'claimed'
  | 'saved'
  | 'feedback_saved'
  | 'handed_back'
  | 'postponed'
  | 'taken_over'
  | 'restarted'
  | 'completed'
  | 'reopened'
  | 'released'
  | 'migrated'
  | 'revealed'
  | 'superseded'
  | 'submitters_changed'

export interface AssessmentEvent {
  readonly assessmentId: string
  readonly name: AssessmentEventName
  readonly byUserId: number | null
  readonly fromRevision: number
  readonly toRevision: number
  readonly pointsBefore: number
  readonly pointsAfter: number
  readonly reason?: string
  readonly judgement?: object
  /** Of `submitters_changed`: the submitters before it, in ascending order. */
  readonly beforeSubmitterIds?: readonly number[]
  readonly afterSubmitterIds?: readonly number[]
}

/** Call it in the transaction that takes the steps. */
export async function insertAssessmentEvents(tx: Tx, events: readonly AssessmentEvent[]): Promise<void> {
  await tx.any(write('insertAssessmentEvents')`
    INSERT INTO assessment_event (
      assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after, reason, judgement,
      before_submitter_ids, after_submitter_ids
    )
    SELECT "assessmentId", clock_timestamp(), name, "byUserId", "fromRevision", "toRevision", "pointsBefore", "pointsAfter", reason, judgement,
      "beforeSubmitterIds", "afterSubmitterIds"
    FROM json_to_recordset(${JSON.stringify(events)}::json) AS given (
      "assessmentId" uuid, name text, "byUserId" bigint, "fromRevision" integer, "toRevision" integer, "pointsBefore" numeric,
      "pointsAfter" numeric, reason text, judgement json, "beforeSubmitterIds" bigint[], "afterSubmitterIds" bigint[]
    )
  `)
}
