import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import type { Person } from '../db/person-table.ts'
import { isFound } from '../db/planner.ts'
import { read, write } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'
import { decideForSubmissions } from '../submissions/decide-superseded.ts'
import { handedInBy } from '../submissions/submission-person-queries.ts'
import { disownWork } from './disown-work.ts'

const submission = Type.Object({ submissionId: Type.Integer() })

/** Others keep the submission; without others see `disownWork`. The course's people and the person's deliveries are locked. */
export async function eraseSubmitter(tx: Tx, { courseId, userId }: Person): Promise<number> {
  const locked = await tx.any(read('lockSubmissionsOfPerson', submission)`
    SELECT submission.submission_id
    FROM submission
    WHERE submission.submission_id = ANY (ARRAY(${handedInBy({ courseId, userId })}))
    ORDER BY submission.submission_id
    FOR NO KEY UPDATE
  `)
  if (locked.length === 0) return 0
  const submissionIds = idsOf(locked)
  const theirs = sql.fragment`ANY (${bigints(submissionIds)})`
  await tx.query(write('eraseSubmitter')`
    DELETE FROM submission_submitter
    WHERE submission_submitter.user_id = ${userId}::bigint AND submission_submitter.submission_id = ${theirs}
  `)
  const left = await tx.any(read('listLeftByAll', submission)`
    SELECT submission.submission_id
    FROM submission
    WHERE submission.submission_id = ${theirs} AND NOT ${isFound(sql.fragment`
      FROM submission_submitter WHERE submission_submitter.submission_id = submission.submission_id`)}
  `)
  await disownWork(tx, idsOf(left))
  await decideForSubmissions(tx, submissionIds)
  return locked.length
}

export async function eraseReads(tx: Tx, { courseId, userId }: Person): Promise<number> {
  const { rowCount } = await tx.query(write('eraseReads')`
    DELETE FROM feedback_read USING feedback
    WHERE feedback_read.user_id = ${userId}::bigint AND feedback.id = feedback_read.feedback_id AND feedback.course_id = ${courseId}::bigint
  `)
  return rowCount
}

/** Erases who handed in from the history, also of work that is no longer the person's; those beside the person are forgotten, too. */
export async function eraseChangesOfSubmitters(tx: Tx, { courseId, userId }: Person): Promise<number> {
  const { rowCount } = await tx.query(write('eraseChangesOfSubmitters')`
    UPDATE assessment_event SET before_submitter_ids = NULL, after_submitter_ids = NULL
    FROM assessment
    WHERE assessment_event.before_submitter_ids IS NOT NULL
      AND ${userId}::bigint = ANY (assessment_event.before_submitter_ids || assessment_event.after_submitter_ids)
      AND assessment.id = assessment_event.assessment_id AND assessment.course_id = ${courseId}::bigint
  `)
  return rowCount
}

const idsOf = (rows: readonly { readonly submissionId: number }[]) => rows.map(({ submissionId }) => submissionId)
