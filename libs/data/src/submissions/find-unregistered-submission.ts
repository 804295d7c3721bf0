import { sql } from 'slonik'
import Type from 'typebox'
import type { Db } from '../db/db.ts'
import { json, nullable, statement } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'
import type { FoundSubmission } from './find-submission.ts'
import { presentMaxPoints } from './known-upstream.ts'
import { staffAlias } from './submission-names.ts'
import { type FileSettings, fileSettings, isHidden } from './submission-parts.ts'
import { isListed } from './submission-sources.ts'

interface UpstreamSubmission {
  readonly submissionId: number
  readonly courseId: number
  readonly exerciseId: number
  readonly submittedAt: string
  readonly submitterIds: readonly number[]
}

const findUnregisteredSubmissionRow = Type.Object({
  isListed: Type.Boolean(),
  foundAt: Type.String(),
  isHidden: Type.Boolean(),
  maxPoints: nullable(Type.Number()),
  submitters: Type.Array(
    Type.Object({
      userId: Type.Integer(),
      fullName: nullable(Type.String()),
      tagSlugs: Type.Array(Type.String()),
      alias: nullable(Type.Integer()),
    }),
  ),
  fileSettings: json<FileSettings | null>(),
})

/** Completes a submission that is neither registered nor in a snapshot with the stored data about its exercise and its submitters. */
export async function findUnregisteredSubmission(db: Db, submission: UpstreamSubmission): Promise<FoundSubmission> {
  const { submissionId, courseId, exerciseId, submittedAt } = submission
  const row = await db.one(statement('findUnregisteredSubmission', findUnregisteredSubmissionRow)`
    SELECT ${isListed} AS is_listed, clock_timestamp() AS found_at, ${isHidden} AS is_hidden,
      ${presentMaxPoints(sql.fragment`known.course_id`, sql.fragment`known.exercise_id`)}::float8 AS max_points,
      (
        SELECT coalesce(json_agg(json_build_object(
          'userId', own.user_id, 'fullName', roster_student.full_name, 'tagSlugs', coalesce(roster_student.tag_slugs, '{}'),
          'alias', own.alias
        ) ORDER BY own.alias, own.user_id), '[]')
        FROM (
          SELECT own.user_id, ${staffAlias} AS alias
          FROM unnest(${bigints(submission.submitterIds)}) AS own (user_id)
        ) AS own
        LEFT JOIN roster_student ON roster_student.course_id = known.course_id AND roster_student.user_id = own.user_id
      ) AS submitters,
      (SELECT ${fileSettings} FROM course_settings WHERE course_settings.course_id = known.course_id) AS file_settings
    FROM (
      SELECT ${courseId}::bigint AS course_id, ${exerciseId}::bigint AS exercise_id, ${submissionId}::bigint AS submission_id
    ) AS known
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
    visible: null,
    assessment: null,
    mayClaim: false,
  }
}
