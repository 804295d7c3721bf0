import { isStateFor, searchWords, type SubmissionRestriction, type SubmissionState } from '@course-grading/domain'
import { sql, type FragmentSqlToken } from 'slonik'
import type { Db } from '../db.ts'
import { containing } from '../like-pattern.ts'
import { statement } from '../row.ts'
import {
  areFoundBy,
  isFoundBy,
  isInLanguage,
  isInState,
  isLatest,
  isNamedTo,
  isShownInState,
  isTagged,
} from './submission-filters.ts'
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
const filtered = statement('filterSubmissions', submissionRow)
const filteredOfExercise = statement('filterSubmissionsOfExercise', submissionRow)
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

/**
 * The statement of `listSubmissions`: each of those that another index serves is another one. So are those without filters: what the
 * planner expects of filters that are not asked for would spoil its plan.
 */
export function submissionsStatement(query: SubmissionQuery) {
  const { exerciseId, userId, ofStudent } = query
  const words = searchWords(query.q ?? '')
  const patterns = words.map(containing)
  if (ofStudent !== null) return own`${gathered(query, ofPersonAlone(query, ofStudent, patterns))}`
  if (userId !== null) return ofPerson`${gathered(query, ofPersonAlone(query, userId, patterns))}`
  if ((words[0]?.length ?? 0) >= fewestIndexedLetters) return search`${gathered(query, ofFound(query, patterns))}`
  const tags = query.restriction?.tags ?? null
  const isPlain = patterns.length === 0 && query.state === null && query.attempts === 'all' && tags === null
  const choice: Choice = isPlain
    ? (source) => inCourse(source, query)
    : (source) => sql.fragment`${inCourse(source, query)} AND ${isFiltered(source, query, patterns)}`
  if (exerciseId === null) return isPlain ? ofCourse`${walked(query, choice)}` : filtered`${walked(query, choice)}`
  const inExercise: Choice = (source) => sql.fragment`known.exercise_id = ${exerciseId}::bigint AND ${choice(source)}`
  return isPlain ? ofExercise`${walked(query, inExercise)}` : filteredOfExercise`${walked(query, inExercise)}`
}

/** The index of the roster is of three letters each. Fewer are found in most names anyway, so that a walk soon fills the page. */
const fewestIndexedLetters = 3

/** Which submissions of a source are on the list. */
type Choice = (source: Source) => FragmentSqlToken

const readerOf = ({ ofStudent }: SubmissionQuery): Reader => (ofStudent === null ? 'staff' : 'student')

/** Those that one person handed in; found by another submitter or by words as well, where both are asked for. */
function ofPersonAlone(query: SubmissionQuery, person: number, patterns: readonly string[]): Choice {
  const { courseId, userId } = query
  return (source) => sql.fragment`known.submission_id IN (${source.idsOf(courseId, sql.fragment`= ${person}::bigint`)})
    AND (${userId}::bigint IS NULL OR ${isNamedTo(readerOf(query))} AND ${userId}::bigint = ANY (own.ids))
    AND ${inCourse(source, query)} AND ${ofExerciseIfAsked(query)} AND ${isFiltered(source, query, patterns)}`
}

/** Those that somebody handed in who is found by all words. */
function ofFound(query: SubmissionQuery, patterns: readonly string[]): Choice {
  const { courseId } = query
  return (
    source,
  ) => sql.fragment`known.submission_id IN (${source.idsOf(courseId, areFoundBy(courseId, patterns))}) AND ${isNamedTo('staff')}
    AND ${inCourse(source, query)} AND ${ofExerciseIfAsked(query)} AND ${isFiltered(source, query, [])}`
}

const ofExerciseIfAsked = ({ exerciseId }: SubmissionQuery) =>
  sql.fragment`(${exerciseId}::bigint IS NULL OR known.exercise_id = ${exerciseId}::bigint)`

/** What every list asks. */
function inCourse(source: Source, query: SubmissionQuery): FragmentSqlToken {
  const { courseId, restriction } = query
  // IS TRUE: the exercises are looked up in a table of their ids, and never the other way round, which would sort a whole course.
  return sql.fragment`known.course_id = ${courseId}::bigint AND ${isBehind(query)} AND ${source.counts}
    AND (known.exercise_id IN (
      SELECT manual_grading_exercise.exercise_id
      FROM manual_grading_exercise
      WHERE manual_grading_exercise.course_id = ${courseId}::bigint
    )) IS TRUE
    AND ${isInLanguage(source, restriction)}`
}

function isFiltered(source: Source, query: SubmissionQuery, patterns: readonly string[]): FragmentSqlToken {
  const { courseId, restriction, attempts, state } = query
  const asReader =
    readerOf(query) === 'staff' ? isInState(source, state) : sql.fragment`NOT ${isHidden} AND ${isShownInState(state)}`
  return sql.fragment`${asReader} AND ${isTagged(source, courseId, restriction?.tags ?? null)}
    AND ${isFoundBy(source, readerOf(query), courseId, patterns)} AND (${attempts === 'all'} OR ${isLatest(source)})`
}

/** SELECT hides the values from the planner, here and of LIMIT: it makes one plan for all pages then, in less time than a page takes. */
function isBehind(query: SubmissionQuery): FragmentSqlToken {
  const isStudent = readerOf(query) === 'student'
  const { submittedAt, submissionId } = query.after ?? {
    submittedAt: isStudent ? 'infinity' : '-infinity',
    submissionId: 0,
  }
  return sql.fragment`(known.submitted_at, known.submission_id) ${isStudent ? sql.fragment`<` : sql.fragment`>`}
    ((SELECT ${submittedAt}::timestamptz), (SELECT ${submissionId}::bigint))`
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
      LIMIT (SELECT ${query.limit}::integer)
    )
    ${rowsOfChosen(reader)}
    ORDER BY known.submitted_at ${order}, known.submission_id ${order}`
}

/**
 * The first of a choice in order, by an index of each source. Where nearly all is registered, a walk through the snapshot would find
 * next to nothing: it ends where a full page of registered ones ends.
 */
function walked(query: SubmissionQuery, choice: Choice): FragmentSqlToken {
  const first = sql.fragment`ORDER BY known.submitted_at, known.submission_id LIMIT (SELECT ${query.limit}::integer)`
  return sql.fragment`
    WITH registered AS MATERIALIZED (${keyOf(registered)} WHERE ${choice(registered)} ${first}),
    last AS MATERIALIZED (
      SELECT registered.submitted_at, registered.submission_id
      FROM registered
      ORDER BY registered.submitted_at, registered.submission_id
      OFFSET (SELECT ${query.limit}::integer - 1)
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
      LIMIT (SELECT ${query.limit}::integer)
    )
    ${rowsOfChosen('staff')}
    ORDER BY known.submitted_at, known.submission_id`
}
