import { sql } from 'slonik'
import Type from 'typebox'
import type { Db } from '../db/db.ts'
import type { ExerciseOfCourse } from '../db/lock-order.ts'
import { nullable, read } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'
import { staffNameOf } from '../db/staff-names.ts'
import { pageOfStudents, pageOfWork, rowsPerPage, type RowOfPage } from './grade-pages.ts'
import type { GradeRow } from './grade-rows.ts'

const listGraderNamesRow = Type.Object({ userId: Type.Integer(), fullName: nullable(Type.String()) })

/**
 * Everything about the grades of an exercise, page by page: its submissions, then the students of the roster whom none of them named,
 * whatever changes meanwhile. Where work is anonymous, the order does not reveal who somebody is. No more than two pages are in memory,
 * since one is read while the one before it is used.
 */
export async function* listGrades(db: Db, exercise: ExerciseOfCourse): AsyncGenerator<readonly GradeRow[]> {
  const nameOf = new Map<number, string | null>()
  for await (const rows of pages(db, exercise)) {
    const unknown = new Set(
      rows.flatMap(({ graderId }) => (graderId === null || nameOf.has(graderId) ? [] : [graderId])),
    )
    for (const { userId, fullName } of await namesOf(db, exercise, [...unknown])) nameOf.set(userId, fullName)
    yield rows.map(({ userIds: _userIds, ...row }) => ({
      ...row,
      graderName: row.graderId === null ? null : (nameOf.get(row.graderId) ?? null),
    }))
  }
}

async function* pages(db: Db, exercise: ExerciseOfCourse): AsyncGenerator<readonly RowOfPage[]> {
  const written = new Set<number>()
  let reading: Promise<readonly RowOfPage[]> | null = pageOfWork(db, exercise, null)
  while (reading !== null) {
    const rows: readonly RowOfPage[] = await reading
    for (const { userIds } of rows) for (const userId of userIds) written.add(userId)
    const last = rows.at(-1)
    reading = last === undefined || rows.length < rowsPerPage ? null : pageOfWork(db, exercise, last)
    // If the reader leaves, nobody waits for the page that was begun.
    reading?.catch(() => {})
    if (rows.length > 0) yield rows
  }
  yield* pagesOfStudents(db, exercise, written)
}

/** Ends once everybody who was on the roster at the last page was written. */
async function* pagesOfStudents(
  db: Db,
  exercise: ExerciseOfCourse,
  written: Set<number>,
): AsyncGenerator<readonly RowOfPage[]> {
  let isLast = false
  while (!isLast) {
    const rows = await pageOfStudents(db, exercise, [...written])
    const before = written.size
    for (const { userIds } of rows) for (const userId of userIds) written.add(userId)
    isLast = written.size - before < rowsPerPage
    if (rows.length > 0) yield rows
  }
}

async function namesOf(db: Db, { courseId }: ExerciseOfCourse, userIds: readonly number[]) {
  if (userIds.length === 0) return []
  return await db.any(read('listGraderNames', listGraderNamesRow)`
    SELECT grader.user_id, ${staffNameOf(sql.fragment`grader.user_id`, sql.fragment`${courseId}::bigint`)} AS full_name
    FROM unnest(${bigints(userIds)}) AS grader (user_id)
  `)
}
