import { selectStudents } from '@course-grading/data/students/list-students'
import type { Pool } from 'pg'
import { recordStatement, rowsOf } from '../recorded-statements.ts'
import { askAccess, askerOf } from '../twin-access.ts'

const pageSize = 50
const marks = { courseId: 701, after: 702 }
const pageQuery = await recordStatement('listStudents', marks, (tx) =>
  selectStudents(tx, marks.courseId, { q: null, tag: null, visibleTo: null, after: marks.after, limit: pageSize + 1 }),
)

/** The row of a student as `pg` reads it. */
interface TwinStudent {
  readonly userId: string
  readonly username: string
  readonly fullName: string
  readonly email: string
  readonly studentId: string | null
  readonly tagSlugs: readonly string[]
  readonly lastSubmissionAt: Date | null
  readonly openWork: string
  readonly finishedWork: string
}

/** A page of the roster, with the session and the course of the request: three queries. */
export async function listStudentPage(pool: Pool, authorization: string, courseId: number): Promise<object> {
  const asker = await askerOf(pool, authorization)
  await askAccess(pool, asker, courseId)
  const rows = await rowsOf<TwinStudent>(pool, pageQuery({ courseId, after: 0 }))
  const items = rows.slice(0, pageSize).map((row) => ({
    userId: Number(row.userId),
    username: row.username,
    fullName: row.fullName,
    email: row.email,
    studentId: row.studentId,
    tagSlugs: row.tagSlugs,
    lastSubmissionAt: row.lastSubmissionAt,
    openWork: Number(row.openWork),
    finishedWork: Number(row.finishedWork),
  }))
  const last = items.at(-1)
  return {
    items,
    nextCursor:
      rows.length > pageSize && last
        ? Buffer.from(JSON.stringify(['students', last.userId])).toString('base64url')
        : null,
  }
}
