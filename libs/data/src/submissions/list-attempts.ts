import type { SubmissionRestriction } from '@course-grading/domain/submissions/may-read-submission'
import { sql } from 'slonik'
import { isForLanguages } from './is-for-languages.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/row.ts'
import { bigints, unseen } from '../db/sql-arrays.ts'
import { isNamedTo, isTagged } from './submission-filters.ts'
import { type Reader, rowsOfChosen, type SubmissionClaimer } from './submission-parts.ts'
import { fromWorkOf, registered, type Source, unregistered } from './submission-sources.ts'
import { listedSubmission, submissionRow, type ListedSubmission } from './submission-rows.ts'

export interface AttemptQuery {
  readonly courseId: number
  readonly exerciseId: number
  /** Exactly these submitters, in any order. Empty gives no attempts. */
  readonly submitterIds: readonly number[]
  /** As in `SubmissionQuery`. */
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
  const found = (source: Source) => sql.fragment`
    SELECT known.course_id, known.submission_id, known.submitted_at, ${source.isRegistered} AS is_registered
    FROM ${fromWorkOf(source, unseen(courseId), sql.fragment`${ids[0] ?? null}::bigint`)}
    WHERE own.ids = ${bigints(ids)} AND known.exercise_id = ${exerciseId}::bigint
      AND ${source.counts} AND ${isNamedTo(reader)} = ${isNamed || reader === 'student'} AND ${isForLanguages(source.language, restriction)}
      AND ${isTagged(source, courseId, restriction?.tags ?? null)}`
  const rows = sql.fragment`
    WITH found AS MATERIALIZED ((${found(registered)}) UNION ALL (${found(unregistered)})),
    chosen AS MATERIALIZED (
      SELECT found.course_id, found.submission_id, found.is_registered
      FROM found
      ORDER BY found.submitted_at DESC, found.submission_id DESC
      LIMIT ${attemptLimit}::integer
    )
    ${rowsOfChosen(reader, claimer)}
    ORDER BY known.submitted_at DESC, known.submission_id DESC`
  return (
    await db.any(
      reader === 'staff'
        ? statement('listAttempts', submissionRow)`${rows}`
        : statement('listOwnAttempts', submissionRow)`${rows}`,
    )
  ).map(listedSubmission)
}
