import type { SubmissionRestriction } from '@course-grading/domain/submissions/may-read-submission'
import { sql, type FragmentSqlToken } from 'slonik'
import Type from 'typebox'
import { isForLanguages } from '../submissions/is-for-languages.ts'
import type { Tx } from '../db/db.ts'
import { read } from '../db/row.ts'
import { bigints, texts } from '../db/sql-arrays.ts'

export interface Searcher {
  readonly courseId: number
  readonly exerciseId: number
  readonly graderId: number
  /** Null for a teacher. */
  readonly restriction: SubmissionRestriction | null
  readonly order: 'bands' | 'oldest'
}

const found = Type.Object({ submissionId: Type.Integer() })
const planByIndexRow = Type.Object({ sort: Type.String(), mode: Type.String() })

/**
 * Locks the first submission that waits or whose lease lapsed, and that the grader may grade; `locked`: others hold locks on all of them.
 * The first ones of the queue are read in order. If the grader may grade none of them, the grader's own part of the queue is looked up, so
 * that a grader with a small part need not read past all others' work.
 */
export async function takeNext(tx: Tx, searcher: Searcher): Promise<number | 'nothing_left' | 'locked'> {
  const { restriction } = searcher
  const byBands = searcher.order === 'bands'
  // The queue is read by an index even without statistics, and by one plan for all graders, since planning takes longer than the take.
  // The settings last until a row is found (`restorePlanner`).
  await tx.any(read('planByIndex', planByIndexRow)`
    SELECT set_config('enable_sort', 'off', TRUE) AS sort, set_config('plan_cache_mode', 'force_generic_plan', TRUE) AS mode
  `)
  const first = await tx.maybeOne(read(byBands ? 'takeNextByBands' : 'takeNextOldest', found)`
    SELECT known.submission_id, ${restorePlanner}
    FROM (${firstInOrder(searcher)}) AS candidate
    JOIN submission AS known ON known.submission_id = candidate.submission_id
    WHERE ${mayTake(searcher)}
    ORDER BY ${orderOf(searcher).names}
    LIMIT 1
    FOR NO KEY UPDATE OF known SKIP LOCKED
  `)
  if (first !== null) return first.submissionId
  const listed = restriction?.tags
    ? await tx.any(read(byBands ? 'listNextOfTaggedByBands' : 'listNextOfTaggedOldest', found)`${ofTagged(searcher)}`)
    : await tx.any(
        read(byBands ? 'listNextOfLanguagesByBands' : 'listNextOfLanguagesOldest', found)`${ofLanguages(searcher)}`,
      )
  if (listed.length === 0) return 'nothing_left'
  const ids = bigints(listed.map(({ submissionId }) => submissionId))
  const taken = await tx.maybeOne(read('takeNextOfListed', found)`
    SELECT known.submission_id, ${restorePlanner}
    FROM submission AS known
    WHERE known.submission_id = ANY (${ids}) AND ${mayTake(searcher)}
    ORDER BY array_position(${ids}, known.submission_id)
    LIMIT 1
    FOR NO KEY UPDATE OF known SKIP LOCKED
  `)
  return taken?.submissionId ?? 'locked'
}

/** The first submissions of the queue, by the index of their order. */
const firstInOrder = (searcher: Searcher): FragmentSqlToken => sql.fragment`
  SELECT known.submission_id, ${orderOf(searcher).columns}
  FROM submission AS known
  WHERE ${isOfExercise(searcher)} AND ${waits}
  ORDER BY ${orderOf(searcher).expressions}
  LIMIT 300`

/** There is an index for each order. Several are listed, since others may have locked some of them. */
const ofLanguages = (searcher: Searcher): FragmentSqlToken => sql.fragment`
  SELECT candidate.submission_id
  FROM ${waitingLanguages(searcher)}
  CROSS JOIN LATERAL (
    SELECT known.submission_id, ${orderOf(searcher).columns}
    FROM submission AS known
    WHERE ${isOfExercise(searcher)} AND known.language = waiting_language.language AND ${waits} AND ${isOfOthers(searcher)}
    ORDER BY ${orderOf(searcher).expressions}
    LIMIT 100
  ) AS candidate
  WHERE ${isLanguageOf(searcher)}
  ORDER BY ${orderOf(searcher).names}
  LIMIT 100`

/**
 * Reads the index of the submitters, one student at a time; the exercise is compared in a form that matches no other index. The work of a
 * group is found with each of its students.
 */
const ofTagged = (searcher: Searcher): FragmentSqlToken => sql.fragment`
  SELECT candidate.submission_id
  FROM (
    SELECT DISTINCT of_student.*
    FROM ${waitingLanguages(searcher)}
    CROSS JOIN unnest(${taggedStudents(searcher)}) AS student (id)
    CROSS JOIN LATERAL (
      SELECT known.submission_id, ${orderOf(searcher).columns}
      FROM submission AS known
      WHERE known.language = waiting_language.language AND known.submitter_ids && ARRAY[student.id]
        AND ${waits} AND ${isOfOthers(searcher)} AND coalesce(${isOfExercise(searcher)}, FALSE)
      OFFSET 0
    ) AS of_student
    WHERE ${isLanguageOf(searcher)}
  ) AS candidate
  ORDER BY ${orderOf(searcher).names}
  LIMIT 100`

/** Selected with the row that is found, so that it runs only then. */
const restorePlanner = sql.fragment`set_config('enable_sort', 'on', TRUE), set_config('plan_cache_mode', 'auto', TRUE)`

const isOfExercise = ({ courseId, exerciseId }: Searcher): FragmentSqlToken => sql.fragment`
  (known.exercise_id = ${exerciseId}::bigint AND known.course_id = ${courseId}::bigint)`

// The SELECT that locks a row checks only its newest version, so `waits` and `mayTake` use columns of `known` alone.
const waits = sql.fragment`(known.in_queue AND coalesce(known.held_until <= clock_timestamp(), TRUE))`
const mayTake = (searcher: Searcher): FragmentSqlToken => sql.fragment`
  coalesce(${waits} AND ${isOfOthers(searcher)} AND ${isForLanguages(sql.fragment`known.language`, searcher.restriction)}
    AND (${!searcher.restriction?.tags} OR known.submitter_ids && ${taggedStudents(searcher)}), FALSE)`

/** Nobody judges their own work. */
const isOfOthers = ({ graderId }: Searcher): FragmentSqlToken =>
  sql.fragment`${graderId}::bigint <> ALL (known.submitter_ids)`

const isLanguageOf = ({ restriction }: Searcher): FragmentSqlToken =>
  isForLanguages(sql.fragment`waiting_language.language`, restriction)

const taggedStudents = ({ courseId, restriction }: Searcher): FragmentSqlToken => sql.fragment`ARRAY(
  SELECT tagged.user_id FROM students_with_tags(${courseId}::bigint, ${texts(restriction?.tags ?? [])}) AS tagged
)`

const waitingLanguages = ({ courseId, exerciseId }: Searcher): FragmentSqlToken =>
  sql.fragment`waiting_languages(${courseId}::bigint, ${exerciseId}::bigint) AS waiting_language`

/** Postponed ones come last, the longest postponed one first. Bands are days; within a day the order looks random and never changes. */
const orderOf = ({ order }: Searcher) => orders[order]
const orders = {
  bands: {
    expressions: sql.fragment`known.postponed_at NULLS FIRST, (known.submitted_at AT TIME ZONE 'UTC')::date,
      hashint8extended(known.submission_id, 0), known.submission_id`,
    columns: sql.fragment`known.postponed_at, (known.submitted_at AT TIME ZONE 'UTC')::date AS day,
      hashint8extended(known.submission_id, 0) AS mixed`,
    names: sql.fragment`candidate.postponed_at NULLS FIRST, candidate.day, candidate.mixed, candidate.submission_id`,
  },
  oldest: {
    expressions: sql.fragment`known.postponed_at NULLS FIRST, known.submitted_at, known.submission_id`,
    columns: sql.fragment`known.postponed_at, known.submitted_at`,
    names: sql.fragment`candidate.postponed_at NULLS FIRST, candidate.submitted_at, candidate.submission_id`,
  },
} as const
