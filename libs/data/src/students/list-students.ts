import { searchWords } from '@course-grading/domain/students/searchable-text'
import { sql, type FragmentSqlToken } from 'slonik'
import type { Db } from '../db/db.ts'
import { type DocumentRestriction, documentsOfStudent } from '../feedback/documents-of-student.ts'
import { containing } from '../db/like-pattern.ts'
import { read } from '../db/row.ts'
import { unseen } from '../db/planner.ts'
import { texts } from '../db/sql-arrays.ts'
import { isNamed } from '../submissions/submission-names.ts'
import { rosterRow, type ListedStudent, workOf } from './student-rows.ts'

interface StudentQuery {
  /** Words of the name, e-mail or student id, as typed; all must occur. Null or nothing but accents: everybody. */
  readonly q: string | null
  readonly tag: string | null
  /** A student must have one of them, see `studentRestriction`; null for no restriction. */
  readonly visibleTo: readonly string[] | null
  /** With true only students who have left the course; else only those who have not. */
  readonly left?: boolean
  /** Students with a document in this state, or without any, among those that the reader sees; all without it. */
  readonly feedback?: (DocumentRestriction & { readonly state: 'none' | 'draft' | 'published' | 'withdrawn' }) | null
  readonly after: number | null
  readonly limit: number
}

/** Ordered by user id. Ids never change, so a student who stays is on exactly one page. */
export async function selectStudents(db: Db, courseId: number, query: StudentQuery): Promise<ListedStudent[]> {
  const words = query.q === null ? [] : searchWords(query.q)
  const rows =
    words.length === 0 ? await listRows(db, courseId, query) : await db.any(searchStatement(courseId, query, words))
  return [...rows]
}

async function listRows(db: Db, courseId: number, query: StudentQuery) {
  return await db.any(read(query.feedback ? 'listStudentsByFeedback' : 'listStudents', rosterRow)`
    WITH page AS MATERIALIZED (
      SELECT ${pageColumns}
      FROM roster_student AS student
      WHERE ${inPage(courseId, query)}
      ORDER BY student.user_id
      LIMIT ${query.limit}::integer
    )
    ${withLastSubmission(courseId)}
  `)
}

/** A plan of its own: an index finds the longest word, then the page is cut. Otherwise the planner walks the roster and expects enough matches soon. */
export function searchStatement(courseId: number, query: StudentQuery, [longest, ...others]: readonly string[]) {
  return read(query.feedback ? 'searchStudentsByFeedback' : 'searchStudents', rosterRow)`
    WITH found AS MATERIALIZED (
      SELECT ${pageColumns}
      FROM roster_student AS student
      WHERE ${inPage(courseId, query)} AND student.search_text LIKE ${containing(longest ?? '')}
        AND student.search_text LIKE ALL (${texts(others.map(containing))})
    ),
    page AS MATERIALIZED (
      SELECT found.user_id, found.username, found.full_name, found.email, found.student_id, found.tag_slugs
      FROM found
      ORDER BY found.user_id
      LIMIT ${query.limit}::integer
    )
    ${withLastSubmission(courseId)}
  `
}

const pageColumns = sql.fragment`student.user_id, student.username, student.full_name,
  student.email, student.student_id, student.tag_slugs`

function inPage(courseId: number, { tag, visibleTo, left = false, after, feedback }: StudentQuery): FragmentSqlToken {
  return sql.fragment`student.course_id = ${courseId}::bigint AND student.user_id > ${after ?? 0}::bigint
    AND (student.left_at IS NOT NULL) = ${left} AND student.tag_slugs @> ${texts(tag === null ? [] : [tag])}
    AND (${visibleTo === null} OR student.tag_slugs && ${texts(visibleTo ?? [])})
    ${feedback ? sql.fragment`AND ${hasFeedback(feedback)}` : sql.fragment``}`
}

function hasFeedback({ state, ...restriction }: NonNullable<StudentQuery['feedback']>): FragmentSqlToken {
  return sql.fragment`(${state} = 'none') <> EXISTS (
    SELECT FROM ${documentsOfStudent(restriction)} AND ${state} IN ('none', document.state)
  )`
}

function withLastSubmission(courseId: number): FragmentSqlToken {
  return sql.fragment`
    SELECT page.user_id, page.username, page.full_name, page.email, page.student_id,
      page.tag_slugs, work.last_at AS last_submission_at, work.open AS open_work, work.finished AS finished_work
    FROM page
    CROSS JOIN ${workOf(unseen(courseId), sql.fragment`page.user_id`, isNamed)}
    ORDER BY page.user_id`
}
