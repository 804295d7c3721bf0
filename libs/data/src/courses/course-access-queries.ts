import type { Grader } from '@course-grading/domain/settings/course-settings'
import { sql, type FragmentSqlToken } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { createMicroBatch } from '../db/micro-batch.ts'
import { json, nullable, read } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'
import { isFound } from '../db/planner.ts'

const courseHead = Type.Object({
  courseId: Type.Integer(),
  slug: Type.String(),
  name: Type.String(),
  listedGrader: Type.Boolean(),
  /** Whether the learning platform showed the course to its students when the snapshot was taken; true while there is none. */
  visible: Type.Boolean(),
  listed: Type.Boolean(),
})
export type CourseHead = Static<typeof courseHead>

export const courseAccess = Type.Object({
  courseId: Type.Integer(),
  slug: Type.String(),
  name: Type.String(),
  languages: Type.Array(Type.String()),
  graderEntry: json<Grader | null>(),
  takenAt: nullable(Type.String()),
  /** Seconds since `takenAt`, by the database's clock. */
  snapshotAgeS: nullable(Type.Integer()),
  visible: Type.Boolean(),
  listed: Type.Boolean(),
  /** Whether there is a roster that decides who is a student: not before the first snapshot, nor once its people are erased. */
  hasRoster: Type.Boolean(),
  onRoster: Type.Boolean(),
  students: Type.Integer(),
})
export type CourseAccess = Static<typeof courseAccess>

const listed = Type.Object({
  courseId: Type.Integer(),
  slug: Type.String(),
  name: Type.String(),
  languages: Type.Array(Type.String()),
  listed: Type.Boolean(),
})
type ListedCourse = Static<typeof listed>

const asked = { position: Type.Integer() }
const listCourseHeadsRow = Type.Object({ ...asked, ...courseHead.properties })
const findCourseAccessRow = Type.Object({ ...asked, ...courseAccess.properties })

export const isListedGrader = (userId: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  (${userId} = ANY (course_settings.grader_ids))`

/** The columns of `courseAccess` but the course's id, for `asked.user_id`, from `course_settings` and `course_snapshot`, if there is one. */
export const accessColumns = sql.fragment`
  course_settings.slug, course_settings.name, course_settings.languages,
  (
    SELECT grader.value
    FROM json_array_elements(course_settings.document -> 'graders') AS grader (value)
    WHERE (grader.value ->> 'userId')::bigint = asked.user_id
  ) AS grader_entry,
  course_snapshot.taken_at,
  -- greatest() passes over NULL: without the CASE a course without a snapshot would have one of this moment.
  CASE WHEN course_snapshot.taken_at IS NOT NULL
    THEN greatest(0, floor(extract(epoch FROM statement_timestamp() - course_snapshot.taken_at)))::bigint
  END AS snapshot_age_s,
  coalesce(course_snapshot.visible, TRUE) AS visible, course_settings.listed,
  course_snapshot.taken_at IS NOT NULL AND course_snapshot.people_erased_at IS NULL AS has_roster,
  ${isFound(sql.fragment`
    FROM present_student
    WHERE present_student.course_id = course_settings.course_id AND present_student.user_id = asked.user_id`)} AS on_roster,
  (SELECT count(*) FROM present_student WHERE present_student.course_id = course_settings.course_id) AS students`

interface PersonsCourses {
  readonly userId: number
  readonly courseIds: readonly number[]
}

export type ListCourseHeads = (courses: PersonsCourses) => Promise<readonly CourseHead[]>

export function createListCourseHeads(db: Db): ListCourseHeads {
  const listByKey = createMicroBatch(async (keys: readonly string[]) => {
    const rows = await listHeads(
      db,
      keys.map((key) => JSON.parse(key) as [userId: number, ...courseIds: number[]]),
    )
    const found = Map.groupBy(rows, ({ position }) => keys[position - 1] ?? '')
    return new Map(
      Array.from(found, ([key, headsOfKey]) => [key, headsOfKey.map(({ position: _position, ...head }) => head)]),
    )
  })
  return async ({ userId, courseIds }) => (await listByKey(JSON.stringify([userId, ...courseIds]))) ?? []
}

async function listHeads(db: Db, people: readonly (readonly [userId: number, ...courseIds: number[]])[]) {
  const courses = people.flatMap(([userId, ...courseIds], index) =>
    courseIds.map((courseId) => ({ position: index + 1, userId, courseId })),
  )
  const column = (name: 'position' | 'userId' | 'courseId') => bigints(courses.map((course) => course[name]))
  return await db.any(read('listCourseHeads', listCourseHeadsRow)`
    SELECT asked.position, course_settings.course_id, course_settings.slug, course_settings.name,
      ${isListedGrader(sql.fragment`asked.user_id`)} AS listed_grader,
      coalesce(course_snapshot.visible, TRUE) AS visible, course_settings.listed
    FROM unnest(${column('position')}, ${column('userId')}, ${column('courseId')}) AS asked (position, user_id, course_id)
    JOIN course_settings ON course_settings.course_id = asked.course_id
    LEFT JOIN course_snapshot ON course_snapshot.course_id = asked.course_id
  `)
}

interface CoursePerson {
  readonly courseId: number
  readonly userId: number
}

export type FindCourseAccess = (person: CoursePerson) => Promise<CourseAccess | null>

export function createFindCourseAccess(db: Db): FindCourseAccess {
  const findByKey = createMicroBatch(async (keys: readonly string[]) => {
    const rows = await findCourseAccesses(
      db,
      keys.map((key) => JSON.parse(key) as [courseId: number, userId: number]),
    )
    return new Map(rows.map(({ position, ...found }) => [keys[position - 1] ?? '', found]))
  })
  return ({ courseId, userId }) => findByKey(JSON.stringify([courseId, userId]))
}

async function findCourseAccesses(db: Db, people: readonly (readonly [courseId: number, userId: number])[]) {
  const courseIds = bigints(people.map(([courseId]) => courseId))
  const userIds = bigints(people.map(([, userId]) => userId))
  return await db.any(read('findCourseAccess', findCourseAccessRow)`
    SELECT asked.position, course_settings.course_id, ${accessColumns}
    FROM unnest(${courseIds}, ${userIds}) WITH ORDINALITY AS asked (course_id, user_id, position)
    JOIN course_settings ON course_settings.course_id = asked.course_id
    LEFT JOIN course_snapshot ON course_snapshot.course_id = asked.course_id
  `)
}

export async function listListedCourses(db: Db): Promise<readonly ListedCourse[]> {
  return await db.any(read('listListedCourses', listed)`
    SELECT course_settings.course_id, course_settings.slug, course_settings.name, course_settings.languages,
      course_settings.listed
    FROM course_settings
    WHERE course_settings.listed
    ORDER BY course_settings.course_id DESC
  `)
}
