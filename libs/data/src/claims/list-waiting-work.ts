import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { exerciseNameOf } from '../db/exercise-names.ts'
import { keptApart } from '../db/planner.ts'
import { json, nullable, read } from '../db/row.ts'
import { texts } from '../db/sql-arrays.ts'
import { isUnheld } from './is-unheld.ts'

const waitingWork = Type.Object({
  exerciseId: Type.Integer(),
  exerciseName: nullable(Type.String()),
  groups: json<readonly { readonly language: string; readonly tags: readonly string[]; readonly count: number }[]>(),
})

export interface ProgressQuery {
  readonly courseId: number
  /** Null for all. */
  readonly exerciseId: number | null
}

/**
 * The queues of the exercises, counted by language and by those of the given tags that the submitters have together. Students are looked up
 * once for each set of submitters, since the same people hand in to many exercises.
 */
export async function listWaitingWork(
  db: Db,
  { courseId, exerciseId, tags }: ProgressQuery & { readonly tags: readonly string[] },
): Promise<readonly Static<typeof waitingWork>[]> {
  return await db.any(read('listWaitingWork', waitingWork)`
    SELECT work.exercise_id, ${exerciseNameOf(sql.fragment`${courseId}::bigint`, sql.fragment`work.exercise_id`)} AS exercise_name,
      json_agg(json_build_object('language', work.language, 'tags', work.tags, 'count', work.count)) AS groups
    FROM (
      SELECT part.exercise_id, part.language, submitters.tags, count(*) AS count
      FROM (
        SELECT array_agg(known.exercise_id) AS exercise_ids, array_agg(known.language) AS languages, ARRAY(
            SELECT DISTINCT tag.slug
            FROM unnest(known.submitter_ids) AS own (user_id)
            CROSS JOIN LATERAL (
              SELECT present_student.tag_slugs
              FROM present_student
              WHERE present_student.course_id = ${courseId}::bigint AND present_student.user_id = own.user_id
              LIMIT 1
            ) AS student
            CROSS JOIN LATERAL unnest(student.tag_slugs) AS tag (slug)
            WHERE tag.slug = ANY (${texts(tags)})
            ORDER BY tag.slug
          ) AS tags
        FROM manual_grading_exercise AS listed
        CROSS JOIN LATERAL (
          SELECT submission.exercise_id, submission.language, submission.submitter_ids
          FROM submission
          WHERE submission.exercise_id = listed.exercise_id AND submission.in_queue AND submission.course_id = listed.course_id
            AND ${isUnheld(sql.fragment`submission.held_until`)}
          ${keptApart}
        ) AS known
        WHERE listed.course_id = ${courseId}::bigint AND (${exerciseId}::bigint IS NULL OR listed.exercise_id = ${exerciseId}::bigint)
        GROUP BY known.submitter_ids
        ${keptApart}
      ) AS submitters
      CROSS JOIN LATERAL unnest(submitters.exercise_ids, submitters.languages) AS part (exercise_id, language)
      GROUP BY part.exercise_id, part.language, submitters.tags
    ) AS work
    GROUP BY work.exercise_id
    ORDER BY work.exercise_id
  `)
}
