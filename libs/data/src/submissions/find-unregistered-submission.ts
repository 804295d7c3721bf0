import { sql } from 'slonik'
import Type from 'typebox'
import type { Db } from '../db/db.ts'
import { exerciseNameOf } from '../db/exercise-names.ts'
import { json, nullable, read } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'
import { isHidden, isListed } from './exercise-conditions.ts'
import { type FileSettings, fileSettings, type FoundSubmission } from './find-submission.ts'
import { presentMaxPoints } from './known-upstream.ts'
import { submitters } from './submission-rows.ts'

interface UpstreamSubmission {
  readonly submissionId: number
  readonly courseId: number
  readonly exerciseId: number
  readonly submittedAt: string
  readonly submitterIds: readonly number[]
}

const findUnregisteredSubmissionRow = Type.Object({
  exerciseName: nullable(Type.String()),
  isListed: Type.Boolean(),
  foundAt: Type.String(),
  isHidden: Type.Boolean(),
  maxPoints: nullable(Type.Number()),
  submitters,
  fileSettings: json<FileSettings | null>(),
})

/** Completes a submission that is neither registered nor in a snapshot with the stored data about its exercise and its submitters. */
export async function findUnregisteredSubmission(db: Db, submission: UpstreamSubmission): Promise<FoundSubmission> {
  const { submissionId, courseId, exerciseId, submittedAt } = submission
  const row = await db.one(read('findUnregisteredSubmission', findUnregisteredSubmissionRow)`
    SELECT ${exerciseNameOf(sql.fragment`known.course_id`, sql.fragment`known.exercise_id`)} AS exercise_name, ${isListed} AS is_listed, clock_timestamp() AS found_at, ${isHidden} AS is_hidden,
      ${presentMaxPoints(sql.fragment`known.course_id`, sql.fragment`known.exercise_id`)}::float8 AS max_points,
      submitter.list AS submitters,
      (SELECT ${fileSettings} FROM course_settings WHERE course_settings.course_id = known.course_id) AS file_settings
    FROM (
      SELECT ${courseId}::bigint AS course_id, ${exerciseId}::bigint AS exercise_id, ${submissionId}::bigint AS submission_id
    ) AS known
    CROSS JOIN LATERAL submission_naming(known.course_id, known.exercise_id, known.submission_id) AS naming
    CROSS JOIN LATERAL named_people(
      known.course_id, known.exercise_id, ${bigints(submission.submitterIds)}, naming.is_named
    ) AS submitter
  `)
  return {
    submissionId,
    courseId,
    exerciseId,
    submittedAt,
    ...row,
    attempt: null,
    language: null,
    state: 'not_queued',
    gone: false,
    points: null,
    autoPoints: null,
    upstream: null,
    upstreamFacts: null,
    visible: null,
    assessment: null,
    postponed: null,
    superseded: false,
    mayClaim: false,
  }
}
