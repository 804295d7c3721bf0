import type { SubmissionClaimer } from '@course-grading/domain/claims/may-claim'
import type { SubmissionRestriction } from '@course-grading/domain/submissions/may-read-submission'
import { sql } from 'slonik'
import { isForLanguages } from './is-for-languages.ts'
import type { Db } from '../db/db.ts'
import { read } from '../db/row.ts'
import { unseen } from '../db/planner.ts'
import { bigints } from '../db/sql-arrays.ts'
import { isNamedTo, isTagged } from './submission-filters.ts'
import { type ListedSubmission, listedSubmission, type Reader, rowsOfChosen, submissionRow } from './submission-rows.ts'

export interface AttemptQuery {
  readonly courseId: number
  readonly exerciseId: number
  /** Exactly these submitters, in any order. Empty gives no attempts. */
  readonly submitterIds: readonly number[]
  readonly restriction: SubmissionRestriction | null
  readonly claimer: SubmissionClaimer | null
  /** Whether staff see names in what they read. Attempts that differ are left out: names of one would reveal aliases of the other. */
  readonly isNamed: boolean
  /** `student`: one of the submitters, who sees what students see. */
  readonly reader: Reader
}

const attemptLimit = 100

/** Newest first, at most `attemptLimit`. */
export async function listAttempts(db: Db, query: AttemptQuery): Promise<ListedSubmission[]> {
  const { courseId, exerciseId, restriction, claimer, reader, isNamed } = query
  const ids = query.submitterIds.toSorted((a, b) => a - b)
  const rows = sql.fragment`
    WITH found AS MATERIALIZED (
      SELECT known.course_id, known.submission_id, known.submitted_at, known.is_registered
      FROM (SELECT ${unseen(courseId)} AS course_id, ${ids[0] ?? null}::bigint AS user_id) AS person
      CROSS JOIN LATERAL work_of(person.course_id, person.user_id) AS known
      WHERE known.submitter_ids = ${bigints(ids)} AND known.exercise_id = ${exerciseId}::bigint
        AND ${isNamedTo(reader)} = ${isNamed || reader === 'student'} AND ${isForLanguages(sql.fragment`known.language`, restriction)}
        AND ${isTagged(courseId, restriction?.tags ?? null)}
    ),
    chosen AS MATERIALIZED (
      SELECT found.course_id, found.submission_id, found.is_registered
      FROM found
      ORDER BY found.submitted_at DESC, found.submission_id DESC
      LIMIT ${attemptLimit}::integer
    )
    ${rowsOfChosen(reader)}
    ORDER BY known.submitted_at DESC, known.submission_id DESC`
  return (
    await db.any(
      reader === 'staff'
        ? read('listAttempts', submissionRow)`${rows}`
        : read('listOwnAttempts', submissionRow)`${rows}`,
    )
  ).map((row) => listedSubmission(row, claimer))
}
