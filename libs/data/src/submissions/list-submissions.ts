import { isStateFor, searchWords, type SubmissionRestriction, type SubmissionState } from '@course-grading/domain'
import { sql, type FragmentSqlToken } from 'slonik'
import type { Db } from '../db.ts'
import { containing } from '../like-pattern.ts'
import { statement } from '../row.ts'
import { isAdmitted, isFoundBy, isInState, isLatest, isNamed, isShownInState } from './submission-filters.ts'
import { isHidden, type Reader, registered, rowsOfChosen, type Source, unregistered } from './submission-parts.ts'
import { listedSubmission, submissionRow, type ListedSubmission } from './submission-rows.ts'

export interface SubmissionQuery {
  readonly courseId: number
  readonly exerciseId: number | null
  /** A submitter. */
  readonly userId: number | null
  /** As the reader is told of it. */
  readonly state: SubmissionState | null
  /** Words of a submitter's name, e-mail or student id, as `listStudents` takes them. */
  readonly q: string | null
  /** Who assesses. Nobody has assessed yet, so anybody matches none. */
  readonly graderUserId: number | null
  /** A grader's, see `submissionRestriction`; null for none. */
  readonly restriction: SubmissionRestriction | null
  /** The student who reads: what this one handed in, as far as students may see it, newest first. Null: for staff, oldest first. */
  readonly ofStudent: number | null
  /** `latest`: without those of which all submitters have a newer submission of the exercise. */
  readonly attempts: 'latest' | 'all'
  /** Of the last row of the page before. */
  readonly after: { readonly submittedAt: string; readonly submissionId: number } | null
  readonly limit: number
}

const ofCourse = statement('listSubmissions', submissionRow)
const ofExercise = statement('listSubmissionsOfExercise', submissionRow)
const ofPerson = statement('listSubmissionsOfPerson', submissionRow)
const own = statement('listOwnSubmissions', submissionRow)
const search = statement('searchSubmissions', submissionRow)

/**
 * A page of the submissions to a course's manual-grading exercises, registered ones and those that the snapshot alone knows, by
 * submittedAt and submission id: at most `limit` behind `after`. One statement.
 */
export async function listSubmissions(db: Db, query: SubmissionQuery): Promise<ListedSubmission[]> {
  if (query.graderUserId !== null) return []
  if (query.state !== null && !isStateFor(readerOf(query), query.state)) return []
  return (await db.any(submissionsStatement(query))).map(listedSubmission)
}

/** The statement of `listSubmissions`: each of those that another index serves is another one. */
export function submissionsStatement(query: SubmissionQuery) {
  const { exerciseId, userId, ofStudent } = query
  const patterns = searchWords(query.q ?? '').map(containing)
  if (ofStudent !== null) return own`${gathered(query, ofPersonAlone(query, ofStudent, patterns))}`
  if (userId !== null) return ofPerson`${gathered(query, ofPersonAlone(query, userId, patterns))}`
  if (patterns.length > 0) return search`${gathered(query, ofFound(query, patterns))}`
  if (exerciseId === null) return ofCourse`${walked(query, (source) => inCourse(source, query))}`
  return ofExercise`${walked(
    query,
    (source) => sql.fragment`${inCourse(source, query)} AND known.exercise_id = ${exerciseId}::bigint`,
  )}`
}

/** Which submissions of a source are on the list. */
type Choice = (source: Source) => FragmentSqlToken

const readerOf = ({ ofStudent }: SubmissionQuery): Reader => (ofStudent === null ? 'staff' : 'student')

/** Those that one person handed in; found by another submitter or by words as well, where both are asked for. */
function ofPersonAlone(query: SubmissionQuery, userId: number, patterns: readonly string[]): Choice {
  const other = query.userId
  const who = sql.fragment`= ${userId}::bigint`
  return (source) => sql.fragment`known.submission_id IN (${source.idsOf(query.courseId, who)})
    AND (${other}::bigint IS NULL OR ${other}::bigint = ANY (own.ids) AND ${isNamed}) AND ${isFoundBy(patterns)}
    AND ${inCourse(source, query)} AND ${ofExerciseIfAsked(query)}`
}

/** Those that somebody handed in who is found by all words. Whoever holds the first, the longest, is found by an index. */
function ofFound(query: SubmissionQuery, [longest = '', ...others]: readonly string[]): Choice {
  const who = sql.fragment`IN (
    SELECT roster_student.user_id
    FROM roster_student
    WHERE roster_student.course_id = ${query.courseId}::bigint AND roster_student.search_text LIKE ${longest}
      AND roster_student.search_text LIKE ALL (${sql.array(others, 'text')})
  )`
  return (source) => sql.fragment`known.submission_id IN (${source.idsOf(query.courseId, who)}) AND ${isNamed}
    AND ${inCourse(source, query)} AND ${ofExerciseIfAsked(query)}`
}

const ofExerciseIfAsked = ({ exerciseId }: SubmissionQuery) =>
  sql.fragment`(${exerciseId}::bigint IS NULL OR known.exercise_id = ${exerciseId}::bigint)`

/** What all lists ask, but for the exercise. */
function inCourse(source: Source, query: SubmissionQuery): FragmentSqlToken {
  const { courseId, restriction, attempts, state } = query
  const asReader =
    readerOf(query) === 'staff' ? isInState(source, state) : sql.fragment`NOT ${isHidden} AND ${isShownInState(state)}`
  // IS TRUE: the exercises are looked up in a table of their ids, and never the other way round, which would sort a whole course.
  return sql.fragment`known.course_id = ${courseId}::bigint AND ${isBehind(query)} AND ${source.counts}
    AND (known.exercise_id IN (
      SELECT manual_grading_exercise.exercise_id
      FROM manual_grading_exercise
      WHERE manual_grading_exercise.course_id = ${courseId}::bigint
    )) IS TRUE
    AND ${asReader} AND ${isAdmitted(source, restriction)} AND (${attempts === 'all'} OR ${isLatest(source)})`
}

function isBehind(query: SubmissionQuery): FragmentSqlToken {
  const isStudent = readerOf(query) === 'student'
  const { submittedAt, submissionId } = query.after ?? {
    submittedAt: isStudent ? 'infinity' : '-infinity',
    submissionId: 0,
  }
  return sql.fragment`(known.submitted_at, known.submission_id) ${isStudent ? sql.fragment`<` : sql.fragment`>`}
    (${submittedAt}::timestamptz, ${submissionId}::bigint)`
}

const keyOf = (source: Source) => sql.fragment`
  SELECT known.course_id, known.submission_id, known.submitted_at, ${source.isRegistered} AS is_registered FROM ${source.from}`

/**
 * All of a choice, of which the page is cut then. Were it cut at once, the planner would rather walk the course in order, and hope to meet
 * enough of them soon.
 */
function gathered(query: SubmissionQuery, choice: Choice): FragmentSqlToken {
  const reader = readerOf(query)
  const order = reader === 'staff' ? sql.fragment`ASC` : sql.fragment`DESC`
  return sql.fragment`
    WITH found AS MATERIALIZED (
      (${keyOf(registered)} WHERE ${choice(registered)}) UNION ALL (${keyOf(unregistered)} WHERE ${choice(unregistered)})
    ),
    chosen AS MATERIALIZED (
      SELECT found.course_id, found.submission_id, found.is_registered
      FROM found
      ORDER BY found.submitted_at ${order}, found.submission_id ${order}
      LIMIT ${query.limit}::integer
    )
    ${rowsOfChosen(reader)}
    ORDER BY known.submitted_at ${order}, known.submission_id ${order}`
}

/**
 * The first of a choice in order, by an index of each source. Where nearly all is registered, a walk through the snapshot would find
 * next to nothing: it ends where a full page of registered ones ends.
 */
function walked(query: SubmissionQuery, choice: Choice): FragmentSqlToken {
  const first = sql.fragment`ORDER BY known.submitted_at, known.submission_id LIMIT ${query.limit}::integer`
  return sql.fragment`
    WITH registered AS MATERIALIZED (${keyOf(registered)} WHERE ${choice(registered)} ${first}),
    last AS MATERIALIZED (
      SELECT registered.submitted_at, registered.submission_id
      FROM registered
      ORDER BY registered.submitted_at, registered.submission_id
      OFFSET ${query.limit}::integer - 1
    ),
    unregistered AS MATERIALIZED (
      ${keyOf(unregistered)}
      WHERE (known.submitted_at, known.submission_id) < (
          coalesce((SELECT last.submitted_at FROM last), 'infinity'), coalesce((SELECT last.submission_id FROM last), 0)
        )
        AND ${choice(unregistered)}
      ${first}
    ),
    found AS (
      SELECT registered.course_id, registered.submission_id, registered.submitted_at, registered.is_registered FROM registered
      UNION ALL
      SELECT unregistered.course_id, unregistered.submission_id, unregistered.submitted_at, unregistered.is_registered
      FROM unregistered
    ),
    chosen AS MATERIALIZED (
      SELECT found.course_id, found.submission_id, found.is_registered
      FROM found
      ORDER BY found.submitted_at, found.submission_id
      LIMIT ${query.limit}::integer
    )
    ${rowsOfChosen('staff')}
    ORDER BY known.submitted_at, known.submission_id`
}
