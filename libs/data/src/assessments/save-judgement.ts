import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { write } from '../db/row.ts'
import { recordSave } from '../history/record-save.ts'
import { leaseEnd } from '../submissions/assessment-parts.ts'
import type { StoredAssessment } from './find-assessment.ts'

const saveJudgementRow = Type.Object({ revision: Type.Integer() })

interface JudgementWrite {
  readonly scores: object
  readonly adjustment: object | null
  readonly privateNote: string
  /** JSON text of the `PartRevisions` after this save. */
  readonly partRevisions: string
  readonly points: number
  readonly userId: number
}

/** The caller has locked the assessment. */
export async function saveJudgement(
  tx: Tx,
  found: Pick<StoredAssessment, 'id' | 'revision' | 'leaseMinutes' | 'points'>,
  { scores, adjustment, privateNote, partRevisions, points, userId }: JudgementWrite,
): Promise<number> {
  const { id: assessmentId, points: pointsBefore } = found
  const { revision } = await tx.one(write('saveJudgement', saveJudgementRow)`
    UPDATE assessment
    SET revision = assessment.revision + 1, scores = ${JSON.stringify(scores)}::json,
      adjustment = ${adjustment && JSON.stringify(adjustment)}::json, private_note = ${privateNote},
      part_revisions = ${partRevisions}::json, points = ${points}::numeric, grader_id = ${userId}::bigint,
      lease_until = ${leaseEnd(found.leaseMinutes)}, is_offered = FALSE, updated_at = clock_timestamp(), saved_at = clock_timestamp()
    WHERE assessment.id = ${assessmentId}::uuid AND assessment.state = 'in_progress' AND assessment.holder_id = ${userId}::bigint
      AND assessment.revision = ${found.revision}::integer
    RETURNING assessment.revision
  `)
  const judged = { judgement: { scores, adjustment, privateNote }, points }
  await recordSave(tx, { name: 'saved', assessmentId, userId, revision, pointsBefore, judged })
  return revision
}
