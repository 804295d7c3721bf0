import type { SubmissionRestriction } from '@course-grading/domain/submissions/may-read-submission'
import { sql, type FragmentSqlToken } from 'slonik'
import Type from 'typebox'
import { isForLanguages } from '../submissions/is-for-languages.ts'
import type { Tx } from '../db/db.ts'
import { keptApart, onlyChecked } from '../db/planner.ts'
import { read } from '../db/row.ts'
import { bigints, texts } from '../db/sql-arrays.ts'
import { isUnheld } from './is-unheld.ts'

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
  await planByIndex(tx)
  const first = await takeFirstOfQueue(tx, searcher)
  if (first !== null) return first.submissionId
  const own = searcher.restriction?.tags ? await listOfTagged(tx, searcher) : await listOfLanguages(tx, searcher)
  if (own.length === 0) return 'nothing_left'
  const taken = await takeOfListed(tx, searcher, bigints(own.map(({ submissionId }) => submissionId)))
  return taken?.submissionId ?? 'locked'
}

/** An index even without statistics; one plan for all graders, since planning takes longer than the take; until a row is found (`restorePlanner`). */
async function planByIndex(tx: Tx) {
  await tx.any(read('planByIndex', planByIndexRow)`
    SELECT set_config('enable_sort', 'off', TRUE) AS sort, set_config('plan_cache_mode', 'force_generic_plan', TRUE) AS mode
  `)
}

/** Selected with the row that is found, so that it runs only then. */
const restorePlanner = sql.fragment`set_config('enable_sort', 'on', TRUE), set_config('plan_cache_mode', 'auto', TRUE)`

async function takeFirstOfQueue(tx: Tx, searcher: Searcher) {
  const { columns, expressions, names } = orders[searcher.order]
  return await tx.maybeOne(read(searcher.order === 'bands' ? 'takeNextByBands' : 'takeNextOldest', found)`
    SELECT known.submission_id, ${restorePlanner}
    FROM (
      SELECT known.submission_id, ${columns}
      FROM submission AS known
      WHERE ${isOfExercise(searcher)} AND ${waits}
      ORDER BY ${expressions}
      LIMIT 300
    ) AS candidate
    JOIN submission AS known ON known.submission_id = candidate.submission_id
    WHERE ${mayTake(searcher)}
    ORDER BY ${names}
    LIMIT 1
    FOR NO KEY UPDATE OF known SKIP LOCKED
  `)
}

/** There is an index for each order. Several are listed, since others may have locked some of them. */
async function listOfLanguages(tx: Tx, searcher: Searcher) {
  const { columns, expressions, names } = orders[searcher.order]
  return await tx.any(read(
    searcher.order === 'bands' ? 'listNextOfLanguagesByBands' : 'listNextOfLanguagesOldest',
    found,
  )`
    SELECT candidate.submission_id
    FROM ${waitingLanguages(searcher)}
    CROSS JOIN LATERAL (
      SELECT known.submission_id, ${columns}
      FROM submission AS known
      WHERE ${isOfExercise(searcher)} AND known.language = waiting_language.language AND ${waits} AND ${isOfOthers(searcher)}
      ORDER BY ${expressions}
      LIMIT 100
    ) AS candidate
    WHERE ${isLanguageOf(searcher)}
    ORDER BY ${names}
    LIMIT 100
  `)
}

/** Reads the index of the submitters, one student at a time. The work of a group is found with each of its students. */
async function listOfTagged(tx: Tx, searcher: Searcher) {
  const { columns, names } = orders[searcher.order]
  return await tx.any(read(searcher.order === 'bands' ? 'listNextOfTaggedByBands' : 'listNextOfTaggedOldest', found)`
    SELECT candidate.submission_id
    FROM (
      SELECT DISTINCT of_student.*
      FROM ${waitingLanguages(searcher)}
      CROSS JOIN unnest(${taggedStudents(searcher)}) AS student (id)
      CROSS JOIN LATERAL (
        SELECT known.submission_id, ${columns}
        FROM submission AS known
        WHERE known.language = waiting_language.language AND known.submitter_ids && ARRAY[student.id]
          AND ${waits} AND ${isOfOthers(searcher)} AND ${onlyChecked(isOfExercise(searcher))}
        ${keptApart}
      ) AS of_student
      WHERE ${isLanguageOf(searcher)}
    ) AS candidate
    ORDER BY ${names}
    LIMIT 100
  `)
}

async function takeOfListed(tx: Tx, searcher: Searcher, ids: ReturnType<typeof bigints>) {
  return await tx.maybeOne(read('takeNextOfListed', found)`
    SELECT known.submission_id, ${restorePlanner}
    FROM submission AS known
    WHERE known.submission_id = ANY (${ids}) AND ${mayTake(searcher)}
    ORDER BY array_position(${ids}, known.submission_id)
    LIMIT 1
    FOR NO KEY UPDATE OF known SKIP LOCKED
  `)
}

const isOfExercise = ({ courseId, exerciseId }: Searcher): FragmentSqlToken => sql.fragment`
  (known.exercise_id = ${exerciseId}::bigint AND known.course_id = ${courseId}::bigint)`

// The SELECT that locks a row checks only its newest version, so `waits` and `mayTake` use columns of `known` alone.
const waits = sql.fragment`(known.in_queue AND ${isUnheld(sql.fragment`known.held_until`)})`
const mayTake = (searcher: Searcher): FragmentSqlToken =>
  onlyChecked(sql.fragment`
    ${waits} AND ${isOfOthers(searcher)} AND ${isForLanguages(sql.fragment`known.language`, searcher.restriction)}
      AND (${!searcher.restriction?.tags} OR known.submitter_ids && ${taggedStudents(searcher)})`)

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
