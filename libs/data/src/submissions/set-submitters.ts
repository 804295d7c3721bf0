import Type, { type Static } from 'typebox'
import type { Tx } from '../db/db.ts'
import { type AssessmentEvent, insertAssessmentEvents } from '../history/insert-assessment-events.ts'
import { json, read, write } from '../db/row.ts'
import { bigints, uuids } from '../db/sql-arrays.ts'
import { storableJson } from '../db/storable-json.ts'
import { heldByNobody } from './assessment-parts.ts'

export interface GivenSubmitters {
  readonly submissionId: number
  readonly submitterIds: readonly number[]
}

const people = Type.Array(Type.Integer())
const changedRow = Type.Object({
  submissionId: Type.Integer(),
  before: people,
  after: people,
  assessment: json<{
    readonly id: string
    readonly revision: number
    readonly points: number
    readonly holderId: number | null
  } | null>(),
})
type Changed = Static<typeof changedRow>

/**
 * Sets who handed in these submissions, each given once. The history of a begun assessment records the change; a holder who becomes a
 * submitter loses the claim. The caller locked submissions, submitters and rows, and decides again what is superseded.
 */
export async function setSubmitters(tx: Tx, given: readonly GivenSubmitters[]): Promise<void> {
  const changed = await findChanged(tx, given)
  const left = pairsOf(changed, ({ before, after }) => before.filter((id) => !after.includes(id)))
  const come = pairsOf(changed, cameIn)
  if (left.userIds.length > 0) {
    await tx.query(write('deleteSubmitters')`
      DELETE FROM submission_submitter
      USING unnest(${bigints(left.submissionIds)}, ${bigints(left.userIds)}) AS old (submission_id, user_id)
      WHERE submission_submitter.submission_id = old.submission_id AND submission_submitter.user_id = old.user_id
    `)
  }
  if (come.userIds.length > 0) {
    await tx.query(write('insertSubmitters')`
      INSERT INTO submission_submitter (submission_id, user_id)
      SELECT new.submission_id, new.user_id
      FROM unnest(${bigints(come.submissionIds)}, ${bigints(come.userIds)}) AS new (submission_id, user_id)
    `)
  }
  await recordAndHandBack(tx, changed)
  if (left.userIds.length > 0) {
    await tx.query(write('deleteReadsOfOthers')`
      DELETE FROM feedback_read
      USING unnest(${bigints(left.submissionIds)}, ${bigints(left.userIds)}) AS old (submission_id, user_id), feedback
      WHERE feedback.submission_id = old.submission_id AND feedback_read.feedback_id = feedback.id
        AND feedback_read.user_id = old.user_id
    `)
  }
}

async function findChanged(tx: Tx, given: readonly GivenSubmitters[]): Promise<readonly Changed[]> {
  const items = given.map(({ submissionId, submitterIds }) => ({ submissionId, submitterIds }))
  return await tx.any(read('findChangedSubmitters', changedRow)`
    SELECT changed.submission_id, changed.before, changed.after, (
      SELECT json_build_object(
        'id', assessment.id, 'revision', assessment.revision, 'points', assessment.points, 'holderId', assessment.holder_id
      )
      FROM assessment
      WHERE assessment.submission_id = changed.submission_id AND assessment.round = 1
    ) AS assessment
    FROM (
      SELECT item."submissionId" AS submission_id,
        ARRAY(
          SELECT submission_submitter.user_id
          FROM submission_submitter
          WHERE submission_submitter.submission_id = item."submissionId"
          ORDER BY submission_submitter.user_id
        ) AS before,
        ARRAY(SELECT own.user_id FROM unnest(item."submitterIds") AS own (user_id) ORDER BY own.user_id) AS after
      FROM json_to_recordset(${storableJson(items)}::json) AS item ("submissionId" bigint, "submitterIds" bigint[])
    ) AS changed
    WHERE changed.before <> changed.after
  `)
}

/** Nobody judges their own work. */
async function recordAndHandBack(tx: Tx, changed: readonly Changed[]): Promise<void> {
  const events = changed.flatMap((each): readonly AssessmentEvent[] => {
    const { assessment, before, after } = each
    if (assessment === null) return []
    const { id: assessmentId, revision, points, holderId } = assessment
    const steady = { fromRevision: revision, toRevision: revision, pointsBefore: points, pointsAfter: points }
    const step = { assessmentId, byUserId: null, ...steady }
    const isOwn = holderId !== null && cameIn(each).includes(holderId)
    return [
      { ...step, name: 'submitters_changed', beforeSubmitterIds: before, afterSubmitterIds: after },
      ...(isOwn ? [{ ...step, name: 'handed_back' } as const] : []),
    ]
  })
  if (events.length === 0) return
  const ended = events.filter(({ name }) => name === 'handed_back').map(({ assessmentId }) => assessmentId)
  if (ended.length > 0) {
    await tx.query(write('endClaimsOfSubmitters')`
      UPDATE assessment SET ${heldByNobody}, updated_at = clock_timestamp() WHERE assessment.id = ANY (${uuids(ended)})
    `)
  }
  await insertAssessmentEvents(tx, events)
}

const cameIn = ({ before, after }: Pick<Changed, 'before' | 'after'>) => after.filter((id) => !before.includes(id))

function pairsOf(changed: readonly Changed[], choose: (each: Changed) => readonly number[]) {
  const pairs = changed.flatMap((each) => choose(each).map((userId) => ({ submissionId: each.submissionId, userId })))
  return { submissionIds: pairs.map(({ submissionId }) => submissionId), userIds: pairs.map(({ userId }) => userId) }
}
