import type { SnapshotReading } from '@course-grading/domain/snapshots/snapshot-reading'
import { searchableText } from '@course-grading/domain/students/searchable-text'
import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db.ts'
import { renamedStaff } from '../staff-names.ts'
import { statement } from '../row.ts'
import type { ChangeCounts } from './snapshot-head-queries.ts'
import { storableJson } from '../storable-json.ts'

const replace = statement(
  'replaceRoster',
  Type.Object({
    studentsAdded: Type.Integer(),
    studentsRemoved: Type.Integer(),
    taggingsAdded: Type.Integer(),
    taggingsRemoved: Type.Integer(),
  }),
)

/** Each once, without the erased. While people came and went, nobody is removed: one who is missing may still be a student. */
export async function replaceRoster(
  tx: Tx,
  courseId: number,
  { students, rosterIsSteady }: Pick<SnapshotReading, 'students' | 'rosterIsSteady'>,
): Promise<Pick<ChangeCounts, 'students' | 'taggings'>> {
  const given = storableJson(
    students.map((student, position) => ({
      ...student,
      tagSlugs: [...new Set(student.tagSlugs)],
      searchText: searchableText(student),
      position,
    })),
  )
  const counts = await tx.one(replace`
    WITH given AS MATERIALIZED (
      SELECT DISTINCT ON (item."userId")
        item."userId" AS user_id, item.username, item."fullName" AS full_name, item.email, item."studentId" AS student_id,
        item."tagSlugs" AS tag_slugs, item."searchText" AS search_text
      FROM json_to_recordset(${given}::json) AS item ("userId" bigint, username text, "fullName" text, email text,
        "studentId" text, "tagSlugs" text[], "searchText" text, position integer)
      WHERE NOT EXISTS (
        SELECT FROM course_erased_person
        WHERE course_erased_person.course_id = ${courseId}::bigint AND course_erased_person.user_id = item."userId"
      )
      ORDER BY item."userId", item.position
    ),
    -- As it was: the other parts of the statement do not change what this one sees.
    before AS MATERIALIZED (
      SELECT roster_student.user_id, roster_student.tag_slugs
      FROM roster_student
      WHERE roster_student.course_id = ${courseId}::bigint
    ),
    gone AS (
      DELETE FROM roster_student
      WHERE roster_student.course_id = ${courseId}::bigint AND ${rosterIsSteady}
        AND NOT EXISTS (SELECT FROM given WHERE given.user_id = roster_student.user_id)
      RETURNING roster_student.user_id
    ),
    new AS (
      INSERT INTO roster_student (course_id, user_id, username, full_name, email, student_id, tag_slugs, search_text)
      SELECT ${courseId}::bigint, given.user_id, given.username, given.full_name, given.email, given.student_id,
        given.tag_slugs, given.search_text
      FROM given
      ON CONFLICT (course_id, user_id) DO UPDATE
      SET username = EXCLUDED.username, full_name = EXCLUDED.full_name, email = EXCLUDED.email,
        student_id = EXCLUDED.student_id, tag_slugs = EXCLUDED.tag_slugs, search_text = EXCLUDED.search_text
      WHERE (roster_student.username, roster_student.full_name, roster_student.email, roster_student.student_id,
          roster_student.tag_slugs, roster_student.search_text)
        IS DISTINCT FROM (EXCLUDED.username, EXCLUDED.full_name, EXCLUDED.email, EXCLUDED.student_id, EXCLUDED.tag_slugs,
          EXCLUDED.search_text)
    ),
    ${renamedStaff(sql.fragment`given`)},
    tagging_before AS (
      SELECT before.user_id, tag.slug
      FROM before CROSS JOIN unnest(before.tag_slugs) AS tag (slug)
      WHERE ${rosterIsSteady} OR before.user_id IN (SELECT given.user_id FROM given)
    ),
    tagging_given AS (
      SELECT given.user_id, tag.slug FROM given CROSS JOIN unnest(given.tag_slugs) AS tag (slug)
    )
    SELECT
      (
        SELECT count(*) FROM given WHERE NOT EXISTS (SELECT FROM before WHERE before.user_id = given.user_id)
      ) AS students_added,
      (SELECT count(*) FROM gone) AS students_removed,
      (SELECT count(*) FROM (TABLE tagging_given EXCEPT TABLE tagging_before) AS added) AS taggings_added,
      (SELECT count(*) FROM (TABLE tagging_before EXCEPT TABLE tagging_given) AS removed) AS taggings_removed
  `)
  return {
    students: { added: counts.studentsAdded, removed: counts.studentsRemoved },
    taggings: { added: counts.taggingsAdded, removed: counts.taggingsRemoved },
  }
}
