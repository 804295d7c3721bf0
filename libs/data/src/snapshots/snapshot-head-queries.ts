import type { SnapshotChanges, SnapshotWarning } from '@course-grading/domain/snapshots/snapshot-changes'
import type { SnapshotReading } from '@course-grading/domain/snapshots/snapshot-reading'
import { type FragmentSqlToken, sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { read, write } from '../db/row.ts'
import { storableJson } from '../db/storable-json.ts'

const change = { added: Type.Integer(), removed: Type.Integer() }
const changeCounts = Type.Object({
  students: Type.Object(change),
  taggings: Type.Object(change),
  exercises: Type.Object({ ...change, renamed: Type.Integer() }),
})
/** What is kept of a replacement for those who waited for it. Rows of older releases lack the optional members. */
const storedChanges = Type.Object({
  ...changeCounts.properties,
  seenBy: Type.Optional(Type.Union([Type.Literal('teacher'), Type.Literal('assistant')])),
  warnings: Type.Optional(
    Type.Array(
      Type.Object({ code: Type.Unsafe<SnapshotWarning['code']>({ type: 'string' }), exerciseId: Type.Integer() }),
    ),
  ),
})

export type ChangeCounts = Static<typeof changeCounts>

export interface SnapshotHead {
  readonly revision: number
  readonly takenAt: string
  /** Seconds since `takenAt`, by the database's clock. */
  readonly ageS: number
  readonly students: number
  /** Whose reading made it; null if that was not kept. */
  readonly seenBy: SnapshotReading['seenBy'] | null
  readonly changes: SnapshotChanges
}

const findSnapshotHeadRow = Type.Object({
  revision: Type.Integer(),
  takenAt: Type.String(),
  ageS: Type.Integer(),
  students: Type.Integer(),
  changes: storedChanges,
})
const upsertSnapshotHeadRow = Type.Object({ revision: Type.Integer(), takenAt: Type.String() })

/** Null before the first snapshot. */
export async function findSnapshotHead(db: Db, courseId: number): Promise<SnapshotHead | null> {
  const row = await db.maybeOne(read('findSnapshotHead', findSnapshotHeadRow)`
    SELECT course_snapshot.revision, course_snapshot.taken_at,
      greatest(0, floor(extract(epoch FROM statement_timestamp() - course_snapshot.taken_at)))::bigint AS age_s,
      (
        SELECT count(*) FROM present_student WHERE present_student.course_id = course_snapshot.course_id
      ) AS students,
      course_snapshot.changes
    FROM course_snapshot
    WHERE course_snapshot.course_id = ${courseId}::bigint
  `)
  if (row === null) return null
  const { revision, takenAt } = row
  const { seenBy = null, students, taggings, exercises, warnings = [] } = row.changes
  return { ...row, seenBy, changes: { revision, takenAt, students, taggings, exercises, warnings } }
}

/** Read it before the head of the new snapshot is written: what this reading lacks was in an earlier one. */
export const previousReadingOf = (courseId: number): FragmentSqlToken => sql.fragment`(
  SELECT course_snapshot.taken_at FROM course_snapshot WHERE course_snapshot.course_id = ${courseId}::bigint
)`

interface NewSnapshotHead extends Pick<SnapshotReading, 'seenBy' | 'visible' | 'endsAt' | 'tags'> {
  readonly leasedAt: string
  readonly changes: ChangeCounts & Pick<SnapshotChanges, 'warnings'>
}

export async function upsertSnapshotHead(
  tx: Tx,
  courseId: number,
  head: NewSnapshotHead,
): Promise<{ readonly revision: number; readonly takenAt: string }> {
  const tags = head.tags === null ? null : storableJson(head.tags)
  return await tx.one(write('upsertSnapshotHead', upsertSnapshotHeadRow)`
    INSERT INTO course_snapshot (course_id, revision, taken_at, visible, ends_at, tags, changes)
    VALUES (
      ${courseId}::bigint, 1, ${head.leasedAt}::timestamptz, ${head.visible}, ${head.endsAt}::timestamptz,
      coalesce(
        ${tags}::json,
        (SELECT course_snapshot.tags FROM course_snapshot WHERE course_snapshot.course_id = ${courseId}::bigint),
        (SELECT course_settings.document -> 'tags' FROM course_settings WHERE course_settings.course_id = ${courseId}::bigint),
        '[]'
      ),
      ${storableJson({ ...head.changes, seenBy: head.seenBy })}::json
    )
    ON CONFLICT (course_id) DO UPDATE
    SET revision = course_snapshot.revision + 1, taken_at = EXCLUDED.taken_at, changes = EXCLUDED.changes,
      visible = EXCLUDED.visible, ends_at = EXCLUDED.ends_at, people_erased_at = NULL, tags = EXCLUDED.tags
    RETURNING course_snapshot.revision, course_snapshot.taken_at
  `)
}
