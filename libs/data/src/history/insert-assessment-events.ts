import { sql } from 'slonik'
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

/** The rows of a WITH query named `step`, as a part of the statement that takes the steps. */
export const insertedSteps = sql.fragment`
  INSERT INTO assessment_event (
    assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after, reason, judgement,
    before_submitter_ids, after_submitter_ids
  )
  SELECT step.assessment_id, clock_timestamp(), step.event, step.by_user_id, step.from_revision, step.to_revision, step.points_before,
    step.points_after, step.reason, step.judgement, step.before_submitter_ids, step.after_submitter_ids
  FROM step`

/** Call it in the transaction that takes the steps. */
export async function insertAssessmentEvents(tx: Tx, events: readonly AssessmentEvent[]): Promise<void> {
  await tx.any(write('insertAssessmentEvents')`
    WITH step AS (
      SELECT "assessmentId" AS assessment_id, name AS event, "byUserId" AS by_user_id, "fromRevision" AS from_revision,
        "toRevision" AS to_revision, "pointsBefore" AS points_before, "pointsAfter" AS points_after, reason, judgement,
        "beforeSubmitterIds" AS before_submitter_ids, "afterSubmitterIds" AS after_submitter_ids
      FROM json_to_recordset(${JSON.stringify(events)}::json) AS given (
        "assessmentId" uuid, name text, "byUserId" bigint, "fromRevision" integer, "toRevision" integer, "pointsBefore" numeric,
        "pointsAfter" numeric, reason text, judgement json, "beforeSubmitterIds" bigint[], "afterSubmitterIds" bigint[]
      )
    )
    ${insertedSteps}
  `)
}
