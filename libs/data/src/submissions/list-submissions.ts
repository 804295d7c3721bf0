import type { SubmissionClaimer } from '@course-grading/domain/claims/may-claim'
import { searchWords } from '@course-grading/domain/students/searchable-text'
import type { SubmissionRestriction } from '@course-grading/domain/submissions/may-read-submission'
import { isStateFor, type SubmissionState } from '@course-grading/domain/submissions/submission-state'
import { sql, type FragmentSqlToken } from 'slonik'
import { isHidden } from './exercise-conditions.ts'
import { isForLanguages } from './is-for-languages.ts'
import { pageByIndex, pageKeys } from './page-by-index.ts'
import type { Db } from '../db/db.ts'
import { containing } from '../db/like-pattern.ts'
import { read } from '../db/row.ts'
import { onlyChecked, unseen } from '../db/planner.ts'
import {
  peopleFoundBy,
  isFoundBy,
  isInState,
  isLatest,
  isNamedTo,
  isShownInState,
  isTagged,
  isTaggedWith,
} from './submission-filters.ts'
import {
  briefColumns,
  briefRow,
  type BriefSubmission,
  briefSubmission,
  type ListedSubmission,
  listedSubmission,
  type Reader,
  rowsOfChosen,
  submissionRow,
} from './submission-rows.ts'

export interface SubmissionQuery {
  readonly courseId: number
  readonly exerciseId: number | null
  /** User id of a submitter; null for all. */
  readonly userId: number | null
  /** The state as the reader sees it; null for all. */
  readonly state: SubmissionState | null
  /** Words of a submitter's name, e-mail or student id, as `selectStudents` takes them. */
  readonly q: string | null
  /** A submitter has it; null for all. Students see no tags, so that they get an empty list. */
  readonly tag: string | null
  /** Who judged last, or holds the assessment; null for all. Students see no graders, so that they get an empty list. */
  readonly graderUserId: number | null
  /** See `submissionRestriction`; null for no restriction. */
  readonly restriction: SubmissionRestriction | null
  /** Rows say what this person may claim; null for nobody. */
  readonly claimer: SubmissionClaimer | null
  /** What this student handed in and may see, newest first. Null for staff, oldest first. */
  readonly ofStudent: number | null
  /** `latest` leaves out a submission if a newer one has all of its submitters. */
  readonly attempts: 'latest' | 'all'
  /** Position of the last row of the page before; null for the first page. */
  readonly after: { readonly submittedAt: string; readonly submissionId: number } | null
  readonly limit: number
}

/** Registered submissions, and those that only the snapshot has, by `submittedAt` and id. */
export async function selectSubmissions(db: Db, query: SubmissionQuery): Promise<ListedSubmission[]> {
  if (query.ofStudent !== null && (query.graderUserId !== null || query.tag !== null)) return []
  if (query.state !== null && !isStateFor(readerOf(query), query.state)) return []
  return (await db.any(submissionsStatement(query))).map((row) => listedSubmission(row, query.claimer))
}

interface WorkOfStudent extends Pick<SubmissionQuery, 'courseId' | 'restriction' | 'claimer' | 'ofStudent' | 'limit'> {
  readonly userId: number
  /** Whether anonymous work is found, too, as by a teacher who reads the page of a student. */
  readonly findsAnonymous: boolean
}

/** The rows of `selectSubmissions` of a student, newest first for everybody, and without names, tags and what else their page does not show. */
export async function listWorkOfStudent(db: Db, work: WorkOfStudent): Promise<BriefSubmission[]> {
  const { userId, claimer, findsAnonymous } = work
  const query = {
    ...work,
    exerciseId: null,
    state: null,
    q: null,
    tag: null,
    graderUserId: null,
    attempts: 'all',
    after: null,
  } as const
  const reader = readerOf(query)
  const page = pageOfAllMatches(query, handedInBy(query, userId, [], findsAnonymous), {
    rows: rowsOfChosen(reader, briefColumns(claimer)),
    order: newestFirst,
  })
  const rows = await db.any(
    reader === 'staff' ? read('listWorkOfStudent', briefRow)`${page}` : read('listOwnWork', briefRow)`${page}`,
  )
  return rows.map((row) => briefSubmission(row, claimer))
}

/** One query for each index, and for lists without filters, whose estimates for unused filters lead to a worse plan. */
export function submissionsStatement(query: SubmissionQuery) {
  const { exerciseId, userId, ofStudent, graderUserId } = query
  const words = searchWords(query.q ?? '')
  const patterns = words.map(containing)
  if (ofStudent !== null)
    return read('listOwnSubmissions', submissionRow)`${pageOfAllMatches(query, handedInBy(query, ofStudent, patterns))}`
  if (graderUserId !== null)
    return read(
      'listSubmissionsOfGrader',
      submissionRow,
    )`${pageOfAllMatches(query, judgedBy(query, graderUserId, patterns))}`
  if (userId !== null)
    return read(
      'listSubmissionsOfPerson',
      submissionRow,
    )`${pageOfAllMatches(query, handedInBy(query, userId, patterns))}`
  if ((words[0]?.length ?? 0) >= minIndexedLetters)
    return read('searchSubmissions', submissionRow)`${pageOfAllMatches(query, handedInByFound(query, patterns))}`
  const isOfAll = query.tag === null && (query.restriction?.tags ?? null) === null
  const isPlain = patterns.length === 0 && query.state === null && query.attempts === 'all' && isOfAll
  const condition = isPlain ? isOnList(query) : sql.fragment`${isOnList(query)} AND ${isFiltered(query, patterns)}`
  if (exerciseId === null)
    return isPlain
      ? read('listSubmissions', submissionRow)`${pageByIndexOrder(query, condition)}`
      : read('filterSubmissions', submissionRow)`${pageByIndexOrder(query, condition)}`
  const conditionInExercise = sql.fragment`known.exercise_id = ${exerciseId}::bigint AND ${condition}`
  return isPlain
    ? read('listSubmissionsOfExercise', submissionRow)`${pageByIndexOrder(query, conditionInExercise)}`
    : read('filterSubmissionsOfExercise', submissionRow)`${pageByIndexOrder(query, conditionInExercise)}`
}

/** The index of the roster holds sequences of three letters. Shorter words occur in most names, so reading in order fills the page soon. */
const minIndexedLetters = 3

const readerOf = ({ ofStudent }: SubmissionQuery): Reader => (ofStudent === null ? 'staff' : 'student')

interface Matches {
  /** After FROM. */
  readonly from: FragmentSqlToken
  readonly condition: FragmentSqlToken
}

/** What `person` handed in. A submitter or words in the query must match as well. */
function handedInBy(
  query: SubmissionQuery,
  person: number,
  patterns: readonly string[],
  findsAnonymous = false,
): Matches {
  const { userId } = query
  const isNamedHere = sql.fragment`(${findsAnonymous} OR ${isNamedTo(readerOf(query))})`
  return {
    from: workOfPeople(query, sql.fragment`SELECT ${person}::bigint AS user_id`),
    condition: sql.fragment`(${userId}::bigint IS NULL OR ${isNamedHere} AND ${userId}::bigint = ANY (known.submitter_ids))
      AND ${isFiltered(query, patterns)}`,
  }
}

/** What `grader` judged last, or holds. A submitter in the query must match as well. */
function judgedBy(query: SubmissionQuery, grader: number, patterns: readonly string[]): Matches {
  const { courseId, userId } = query
  return {
    from: sql.fragment`(
        SELECT assessment.course_id, assessment.submission_id
        FROM assessment
        WHERE assessment.course_id = ${courseId}::bigint AND ${grader}::bigint IN (assessment.grader_id, assessment.holder_id)
      ) AS judged
      CROSS JOIN LATERAL known_submission_of(judged.course_id, judged.submission_id) AS known`,
    condition: sql.fragment`(${userId}::bigint IS NULL OR ${isNamedTo('staff')} AND ${userId}::bigint = ANY (known.submitter_ids))
      AND ${isFiltered(query, patterns)}`,
  }
}

function handedInByFound(query: SubmissionQuery, patterns: readonly string[]): Matches {
  return {
    from: workOfPeople(query, peopleFoundBy(query.courseId, patterns)),
    condition: sql.fragment`${isNamedTo('staff')} AND ${isFiltered(query, [])}`,
  }
}

const workOfPeople = ({ courseId }: SubmissionQuery, people: FragmentSqlToken) => sql.fragment`
  (SELECT person.user_id, ${unseen(courseId)} AS course_id FROM (${people}) AS person) AS person
  CROSS JOIN LATERAL work_of(person.course_id, person.user_id) AS known`

/** The conditions of every list: the course, its exercises, the position of the page, and the languages of a grader. */
function isOnList(query: SubmissionQuery): FragmentSqlToken {
  const { courseId, restriction } = query
  // Otherwise the planner may begin with the exercises, and would then sort the submissions of a whole course.
  return sql.fragment`known.course_id = ${courseId}::bigint AND ${isAfterCursor(query)} AND known.counts
    AND ${onlyChecked(sql.fragment`known.exercise_id IN (
      SELECT manual_grading_exercise.exercise_id
      FROM manual_grading_exercise
      WHERE manual_grading_exercise.course_id = ${courseId}::bigint
    )`)}
    AND ${isForLanguages(sql.fragment`known.language`, restriction)}`
}

function isFiltered(query: SubmissionQuery, patterns: readonly string[]): FragmentSqlToken {
  const { courseId, restriction, attempts, state, tag } = query
  const asReader =
    readerOf(query) === 'staff' ? isInState(state) : sql.fragment`NOT ${isHidden} AND ${isShownInState(state)}`
  return sql.fragment`${asReader} AND ${isTagged(courseId, restriction?.tags ?? null)}
    AND ${isTaggedWith(courseId, tag)} AND ${isFoundBy(readerOf(query), courseId, patterns)} AND (${attempts === 'all'} OR ${isLatest})`
}

/** Values are hidden from the planner, in scalar subqueries: one plan for all pages, since planning takes longer than reading one. */
function isAfterCursor(query: SubmissionQuery): FragmentSqlToken {
  const isStudent = readerOf(query) === 'student'
  const { submittedAt, submissionId } = query.after ?? {
    submittedAt: isStudent ? 'infinity' : '-infinity',
    submissionId: 0,
  }
  return sql.fragment`(known.submitted_at, known.submission_id) ${isStudent ? sql.fragment`<` : sql.fragment`>`}
    ((SELECT ${submittedAt}::timestamptz), (SELECT ${submissionId}::bigint))`
}

const oldestFirst = sql.fragment`ASC`
const newestFirst = sql.fragment`DESC`

/** Sorted, then cut, both materialized: else the planner would read the whole course in order and expect enough matches soon. */
function pageOfAllMatches(
  query: SubmissionQuery,
  { from, condition }: Matches,
  {
    rows = rowsOfChosen(readerOf(query)),
    order = readerOf(query) === 'staff' ? oldestFirst : newestFirst,
  }: { readonly rows?: FragmentSqlToken; readonly order?: FragmentSqlToken } = {},
): FragmentSqlToken {
  const { exerciseId, limit } = query
  return sql.fragment`
    WITH found AS MATERIALIZED (
      SELECT DISTINCT ${pageKeys}
      FROM ${from}
      WHERE ${isOnList(query)} AND (${exerciseId}::bigint IS NULL OR known.exercise_id = ${exerciseId}::bigint) AND ${condition}
    ),
    chosen AS MATERIALIZED (
      SELECT ${pageKeys}
      FROM found AS known
      ORDER BY known.submitted_at ${order}, known.submission_id ${order}
      LIMIT (SELECT ${limit}::integer)
    )
    ${rows}
    ORDER BY known.submitted_at ${order}, known.submission_id ${order}`
}

function pageByIndexOrder({ limit }: SubmissionQuery, condition: FragmentSqlToken): FragmentSqlToken {
  return sql.fragment`
    WITH ${pageByIndex({ condition, limit: sql.fragment`(SELECT ${limit}::integer)` })}
    ${rowsOfChosen('staff')}
    ORDER BY known.submitted_at, known.submission_id`
}
