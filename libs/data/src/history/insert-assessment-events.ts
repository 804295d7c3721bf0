import type { Tx } from '../db.ts'
import { statement } from '../row.ts'

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
}

const insert = statement('insertAssessmentEvents')

/** Records steps of assessments, in this order. Call it in the transaction that takes them. */
export async function insertAssessmentEvents(tx: Tx, events: readonly AssessmentEvent[]): Promise<void> {
  await tx.any(insert`
    INSERT INTO assessment_event (
      assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after, reason, judgement
    )
    SELECT "assessmentId", clock_timestamp(), name, "byUserId", "fromRevision", "toRevision", "pointsBefore", "pointsAfter", reason, judgement
    FROM json_to_recordset(${JSON.stringify(events)}::json) AS given (
      "assessmentId" uuid, name text, "byUserId" bigint, "fromRevision" integer, "toRevision" integer, "pointsBefore" numeric,
      "pointsAfter" numeric, reason text, judgement json
    )
  `)
}
