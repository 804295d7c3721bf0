import type { SubmissionRestriction } from '@course-grading/domain/submissions/may-read-submission'
import { sql, type FragmentSqlToken } from 'slonik'
import { isInLanguage } from '../submissions/submission-filters.ts'
import { registered } from '../submissions/submission-parts.ts'

/** Who looks for work in the queue of an exercise. */
export interface Searcher {
  readonly courseId: number
  readonly exerciseId: number
  readonly graderId: number
  /** Null for a teacher. */
  readonly restriction: SubmissionRestriction | null
  readonly order: 'bands' | 'oldest'
}

/** A query of submissions that wait, which are `known` in it. */
export interface Waiting {
  readonly where: FragmentSqlToken
  readonly orderBy: FragmentSqlToken
}

/**
 * This many submissions at the front of the queue are compared with the grader's tags before the submissions of all tagged
 * students are looked up.
 */
const maxCompared = 300

/**
 * `tagged (ids)`: the students of the course with one of the tags of the grader. `search (in_order)`: whether the queue is read
 * in its order. A grader without tags finds something soon that way, and so does a grader with tags if one of the first
 * submissions is for them. Otherwise the submissions of the tagged students are looked up, so that a grader whose part of the
 * queue is nearly finished need not read past everything that waits for others.
 */
export const searchParts = (searcher: Searcher): FragmentSqlToken => sql.fragment`
  tagged AS MATERIALIZED (
    SELECT ARRAY(
      SELECT roster_student.user_id
      FROM roster_student
      WHERE roster_student.course_id = ${searcher.courseId}::bigint
        AND roster_student.tag_slugs && ${sql.array([...(searcher.restriction?.tags ?? [])], 'text')}
    ) AS ids
  ),
  search AS MATERIALIZED (
    SELECT ${hasNoTags(searcher)} OR EXISTS (
      SELECT
      FROM (
        SELECT known.submitter_ids
        FROM submission AS known
        WHERE ${isOfExercise(searcher)} AND ${waits(searcher)}
        ORDER BY ${orderBy(searcher)}
        LIMIT ${maxCompared}::integer
      ) AS known
      WHERE ${isOfTagged}
    ) AS in_order
  )`

/**
 * Two queries of what the grader may grade: one in the order of the queue, and one of tagged students only. One of the two is
 * empty, and PostgreSQL does not run it.
 */
export const waitingFor = (searcher: Searcher): readonly [inOrder: Waiting, ofTagged: Waiting] => [
  {
    where: sql.fragment`(SELECT search.in_order FROM search) AND ${isOfExercise(searcher)} AND ${waits(searcher)}
      AND (${hasNoTags(searcher)} OR ${isOfTagged})`,
    orderBy: orderBy(searcher),
  },
  {
    // Written so that the planner uses the index of the submitters, and no other one for the exercise or for the order.
    where: sql.fragment`NOT (SELECT search.in_order FROM search) AND ${isOfTagged}
      AND coalesce(${isOfExercise(searcher)}, FALSE) AND ${waits(searcher)}`,
    orderBy: sql.fragment`known.postponed::integer, ${orderOfEqual[searcher.order]}`,
  },
]

const hasNoTags = ({ restriction }: Searcher): boolean => (restriction?.tags ?? null) === null

const isOfTagged = sql.fragment`known.submitter_ids && (SELECT tagged.ids FROM tagged)`

const isOfExercise = ({ courseId, exerciseId }: Searcher): FragmentSqlToken => sql.fragment`
  (known.exercise_id = ${exerciseId}::bigint AND known.course_id = ${courseId}::bigint)`

/** Whether `known` waits and the grader may grade it, tags aside. */
const waits = ({ graderId, restriction }: Searcher): FragmentSqlToken => sql.fragment`
  known.in_queue AND coalesce(known.held_until <= clock_timestamp(), TRUE)
  AND ${isInLanguage(registered, restriction)}
  -- Nobody judges their own work.
  AND ${graderId}::bigint <> ALL (known.submitter_ids)`

const orderOfEqual: Readonly<Record<Searcher['order'], FragmentSqlToken>> = {
  /** By day, and within a day in an order that looks random and never changes. */
  bands: sql.fragment`
    (known.submitted_at AT TIME ZONE 'UTC')::date, hashint8extended(known.submission_id, 0), known.submission_id`,
  oldest: sql.fragment`known.submitted_at, known.submission_id`,
}

/** Postponed submissions come last. There is an index for each order. */
const orderBy = ({ order }: Searcher): FragmentSqlToken => sql.fragment`known.postponed, ${orderOfEqual[order]}`
