import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db.ts'
import type { Person } from '../person-table.ts'
import { statement } from '../row.ts'
import { bigints } from '../sql-arrays.ts'
import { decideForSubmissions } from '../submissions/decide-superseded.ts'
import { disownWork } from './disown-work.ts'

const submission = Type.Object({ submissionId: Type.Integer() })
const lock = statement('lockSubmissionsOfPerson', submission)
const erase = statement('eraseSubmitter')
const eraseReads = statement('eraseReads')
const listLeft = statement('listLeftByAll', submission)

/** Others keep it; without others see `disownWork`. The caller has locked the course's people and the person's deliveries. */
export async function eraseSubmitter(tx: Tx, { courseId, userId }: Person): Promise<number> {
  const locked = await tx.any(lock`
    SELECT submission.submission_id
    FROM submission
    WHERE submission.course_id = ${courseId}::bigint AND submission.submission_id IN (
      SELECT submission_submitter.submission_id
      FROM submission_submitter
      WHERE submission_submitter.user_id = ${userId}::bigint
    )
    ORDER BY submission.submission_id
    FOR NO KEY UPDATE OF submission
  `)
  if (locked.length === 0) return 0
  const submissionIds = idsOf(locked)
  const theirs = sql.fragment`ANY (${bigints(submissionIds)})`
  await tx.query(erase`
    DELETE FROM submission_submitter
    WHERE submission_submitter.user_id = ${userId}::bigint AND submission_submitter.submission_id = ${theirs}
  `)
  await tx.query(eraseReads`
    DELETE FROM feedback_read USING feedback
    WHERE feedback_read.user_id = ${userId}::bigint AND feedback_read.feedback_id = feedback.id AND feedback.submission_id = ${theirs}
  `)
  const left = await tx.any(listLeft`
    SELECT submission.submission_id
    FROM submission
    WHERE submission.submission_id = ${theirs} AND NOT EXISTS (
      SELECT FROM submission_submitter WHERE submission_submitter.submission_id = submission.submission_id
    )
  `)
  await disownWork(tx, idsOf(left))
  await decideForSubmissions(tx, submissionIds)
  return locked.length
}

const idsOf = (rows: readonly { readonly submissionId: number }[]) => rows.map(({ submissionId }) => submissionId)
