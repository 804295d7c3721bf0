import type { RosterStudent } from '@course-grading/domain/snapshots/snapshot-reading'
import { searchableText } from '@course-grading/domain/students/searchable-text'
import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { renamedStaff } from '../db/staff-names.ts'
import { read, write } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'
import type { ChangeCounts } from './snapshot-head-queries.ts'
import { storableJson } from '../db/storable-json.ts'

const countChangedStudentsRow = Type.Object({
  studentsAdded: Type.Integer(),
  studentsRemoved: Type.Integer(),
  taggingsAdded: Type.Integer(),
  taggingsRemoved: Type.Integer(),
})

/** Whoever is missing has left, and stays with a mark. Unless `isSteady`, nobody leaves: who is missing may still be a student. */
export async function replaceRoster(
  tx: Tx,
  courseId: number,
  { students, isSteady }: { readonly students: readonly RosterStudent[]; readonly isSteady: boolean },
): Promise<Pick<ChangeCounts, 'students' | 'taggings'>> {
  const given = storableJson(students.map((student) => ({ ...student, searchText: searchableText(student) })))
  const userIds = bigints(students.map(({ userId }) => userId))
  const counts = await countChanges(tx, courseId, given, isSteady)
  if (isSteady)
    await tx.query(write('markStudentsWhoLeft')`
      UPDATE roster_student SET left_at = clock_timestamp(), tag_slugs = '{}'
      WHERE roster_student.course_id = ${courseId}::bigint AND roster_student.left_at IS NULL
        AND NOT EXISTS (SELECT FROM unnest(${userIds}) AS given (user_id) WHERE given.user_id = roster_student.user_id)
    `)
  await upsertStudents(tx, courseId, given)
  const names = sql.fragment`(
    SELECT item."userId" AS user_id, item."fullName" AS full_name
    FROM json_to_recordset(${given}::json) AS item ("userId" bigint, "fullName" text)
  )`
  await tx.query(write('renameStaffOnRoster')`WITH ${renamedStaff(names)} SELECT`)
  return {
    students: { added: counts.studentsAdded, removed: counts.studentsRemoved },
    taggings: { added: counts.taggingsAdded, removed: counts.taggingsRemoved },
  }
}

async function countChanges(tx: Tx, courseId: number, given: string, isSteady: boolean) {
  return await tx.one(read('countChangedStudents', countChangedStudentsRow)`
    WITH given AS MATERIALIZED (
      SELECT item."userId" AS user_id, item."tagSlugs" AS tag_slugs
      FROM json_to_recordset(${given}::json) AS item ("userId" bigint, "tagSlugs" text[])
    ),
    before AS MATERIALIZED (
      SELECT present_student.user_id, present_student.tag_slugs
      FROM present_student
      WHERE present_student.course_id = ${courseId}::bigint
        AND (${isSteady} OR present_student.user_id IN (SELECT given.user_id FROM given))
    ),
    tagging AS (SELECT given.user_id, tag.slug FROM given CROSS JOIN unnest(given.tag_slugs) AS tag (slug)),
    tagging_before AS (SELECT before.user_id, tag.slug FROM before CROSS JOIN unnest(before.tag_slugs) AS tag (slug))
    SELECT
      (
        SELECT count(*) FROM given WHERE NOT EXISTS (SELECT FROM before WHERE before.user_id = given.user_id)
      ) AS students_added,
      (
        SELECT count(*) FROM before WHERE NOT EXISTS (SELECT FROM given WHERE given.user_id = before.user_id)
      ) AS students_removed,
      (SELECT count(*) FROM (TABLE tagging EXCEPT TABLE tagging_before) AS added) AS taggings_added,
      (SELECT count(*) FROM (TABLE tagging_before EXCEPT TABLE tagging) AS removed) AS taggings_removed
  `)
}

async function upsertStudents(tx: Tx, courseId: number, given: string): Promise<void> {
  await tx.query(write('upsertStudents')`
    INSERT INTO roster_student (course_id, user_id, username, full_name, email, student_id, tag_slugs, search_text)
    SELECT ${courseId}::bigint, item."userId", item.username, item."fullName", item.email, item."studentId", item."tagSlugs",
      item."searchText"
    FROM json_to_recordset(${given}::json) AS item ("userId" bigint, username text, "fullName" text, email text,
      "studentId" text, "tagSlugs" text[], "searchText" text)
    ON CONFLICT (course_id, user_id) DO UPDATE
    SET username = EXCLUDED.username, full_name = EXCLUDED.full_name, email = EXCLUDED.email,
      student_id = EXCLUDED.student_id, tag_slugs = EXCLUDED.tag_slugs, search_text = EXCLUDED.search_text,
      left_at = NULL
    WHERE (roster_student.username, roster_student.full_name, roster_student.email, roster_student.student_id,
        roster_student.tag_slugs, roster_student.search_text, roster_student.left_at)
      IS DISTINCT FROM (EXCLUDED.username, EXCLUDED.full_name, EXCLUDED.email, EXCLUDED.student_id, EXCLUDED.tag_slugs,
        EXCLUDED.search_text, NULL)
  `)
}
