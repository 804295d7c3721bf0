import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { nullable, read } from '../db/row.ts'

const modules = Type.Array(
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    open: Type.Boolean(),
    exercises: Type.Array(
      Type.Object({
        exerciseId: Type.Integer(),
        name: Type.String(),
        maxPoints: Type.Integer(),
        manual: Type.Boolean(),
      }),
    ),
  }),
)
const tags = Type.Array(
  Type.Object({
    slug: Type.String(),
    name: Type.String(),
    description: Type.String(),
    color: Type.String(),
    fontWhite: Type.Boolean(),
  }),
)

export interface StoredSnapshot {
  readonly revision: number
  readonly takenAt: string
  /** Names as given, language markup included. */
  readonly modules: Static<typeof modules>
  /** Students get none. */
  readonly tags?: Static<typeof tags>
}

const findSnapshotRow = Type.Object({
  revision: Type.Integer(),
  takenAt: Type.String(),
  modules,
  tags: nullable(tags),
})

/**
 * The snapshot as staff see it, or as students see it: without hidden modules and exercises, and without the tags. Null before the first
 * snapshot. Until a teacher's token has read the tags, those of the settings are shown. One statement, so that all of it is of one
 * revision.
 */
export async function findSnapshot(
  db: Db,
  courseId: number,
  { staff }: { readonly staff: boolean },
): Promise<StoredSnapshot | null> {
  const row = await db.maybeOne(read('findSnapshot', findSnapshotRow)`
    SELECT course_snapshot.revision, course_snapshot.taken_at,
      (
        SELECT coalesce(json_agg(json_build_object(
          'id', snapshot_module.module_id, 'name', snapshot_module.name, 'open', snapshot_module.open,
          'exercises', coalesce(exercise.list, '[]')
        ) ORDER BY snapshot_module.position, snapshot_module.module_id), '[]')
        FROM snapshot_module
        LEFT JOIN (
          SELECT snapshot_exercise.module_id, json_agg(json_build_object(
            'exerciseId', snapshot_exercise.exercise_id, 'name', snapshot_exercise.name,
            'maxPoints', snapshot_exercise.max_points, 'manual', snapshot_exercise.manual
          ) ORDER BY snapshot_exercise.position, snapshot_exercise.exercise_id) AS list
          FROM snapshot_exercise
          WHERE snapshot_exercise.course_id = ${courseId}::bigint AND (${staff} OR NOT EXISTS (
            SELECT FROM hidden_exercise
            WHERE hidden_exercise.course_id = snapshot_exercise.course_id
              AND hidden_exercise.exercise_id = snapshot_exercise.exercise_id
          ))
          GROUP BY snapshot_exercise.module_id
        ) AS exercise ON exercise.module_id = snapshot_module.module_id
        WHERE snapshot_module.course_id = course_snapshot.course_id AND (${staff} OR NOT snapshot_module.hidden)
      ) AS modules,
      CASE WHEN ${staff} THEN course_snapshot.tags END AS tags
    FROM course_snapshot
    WHERE course_snapshot.course_id = ${courseId}::bigint
  `)
  if (row === null) return null
  const { tags: shown, ...snapshot } = row
  return shown === null ? snapshot : { ...snapshot, tags: shown }
}
