import type { SubmissionRestriction } from '@course-grading/domain/submissions/may-read-submission'
import { sql, type FragmentSqlToken } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db.ts'
import { statement } from '../row.ts'
import { bigints, texts } from '../sql-arrays.ts'
import { isInLanguage } from '../submissions/submission-filters.ts'
import { registered } from '../submissions/submission-parts.ts'

export interface Searcher {
  readonly courseId: number
  readonly exerciseId: number
  readonly graderId: number
  /** Null for a teacher. */
  readonly restriction: SubmissionRestriction | null
  readonly order: 'bands' | 'oldest'
}

const first = Type.Object({ submissionId: Type.Integer() })
const statementsOf = (which: string) => ({
  take: statement(`takeNext${which}`, first),
  find: statement(`findWaiting${which}`, first),
})
const inOrder = { bands: statementsOf('ByBands'), oldest: statementsOf('Oldest') }
const ofTagged = { bands: statementsOf('TaggedByBands'), oldest: statementsOf('TaggedOldest') }
const tagged = Type.Object({ ids: Type.Array(Type.Integer()), isNear: Type.Boolean() })
const findTagged = { bands: statement('findTaggedByBands', tagged), oldest: statement('findTaggedOldest', tagged) }
const planByIndex = statement('planByIndex', Type.Object({ sort: Type.String(), mode: Type.String() }))

/** Locks the first submission that waits or whose lease lapsed, and that the grader may grade; `locked`: others hold locks on all of them. */
export async function takeNext(tx: Tx, searcher: Searcher): Promise<number | 'nothing_left' | 'locked'> {
  const { order, restriction } = searcher
  // The queue is read by an index even without statistics, and by one plan for all graders, since planning takes longer than the take.
  // The settings last until a row is found (`restorePlanner`).
  await tx.any(planByIndex`
    SELECT set_config('enable_sort', 'off', TRUE) AS sort, set_config('plan_cache_mode', 'force_generic_plan', TRUE) AS mode
  `)
  const students = restriction?.tags ? await tx.maybeOne(taggedStudents(searcher, restriction.tags)) : null
  const readsByStudent = students?.isNear === false
  const { take, find } = (readsByStudent ? ofTagged : inOrder)[order]
  const next = readsByStudent ? firstOfTagged(searcher, students.ids) : firstInOrder(searcher, students?.ids ?? null)
  const taken = await tx.maybeOne(take`${next} FOR NO KEY UPDATE OF known SKIP LOCKED`)
  if (taken !== null) return taken.submissionId
  return (await tx.maybeOne(find`${next}`)) === null ? 'nothing_left' : 'locked'
}

/**
 * Students with one of the grader's tags. `isNear`: one of the first 300 submissions that wait is theirs, so the queue is read in order;
 * else their submissions are looked up, so that a nearly finished grader need not read past all others' work.
 */
const taggedStudents = (searcher: Searcher, tags: readonly string[]) => findTagged[searcher.order]`
  SELECT tagged.ids, EXISTS (
    SELECT
    FROM (
      SELECT known.submitter_ids
      FROM submission AS known
      WHERE ${isOfExercise(searcher)} AND ${waits(searcher)}
      ORDER BY known.postponed, ${orderAfterPostponed[searcher.order]}
      LIMIT 300
    ) AS known
    WHERE known.submitter_ids && tagged.ids
  ) AS is_near
  FROM (
    SELECT coalesce(array_agg(present_student.user_id), '{}') AS ids
    FROM present_student
    WHERE present_student.course_id = ${searcher.courseId}::bigint AND present_student.tag_slugs && ${texts(tags)}
  ) AS tagged`

/** Postponed ones come last. There is an index for each order. */
const firstInOrder = (searcher: Searcher, studentIds: readonly number[] | null): FragmentSqlToken => sql.fragment`
  SELECT known.submission_id, ${restorePlanner}
  FROM submission AS known
  WHERE ${isOfExercise(searcher)} AND ${waits(searcher)}
    AND (${studentIds === null} OR known.submitter_ids && ${bigints(studentIds ?? [])})
  ORDER BY known.postponed, ${orderAfterPostponed[searcher.order]}
  LIMIT 1`

/** It is read by the index of the submitters: `coalesce` and `::integer` match no other index. */
const firstOfTagged = (searcher: Searcher, studentIds: readonly number[]): FragmentSqlToken => sql.fragment`
  SELECT known.submission_id, ${restorePlanner}
  FROM submission AS known
  WHERE known.submitter_ids && ${bigints(studentIds)} AND coalesce(${isOfExercise(searcher)}, FALSE) AND ${waits(searcher)}
  ORDER BY known.postponed::integer, ${orderAfterPostponed[searcher.order]}
  LIMIT 1`

/** It is selected with the row that is found, so it runs only then. */
const restorePlanner = sql.fragment`set_config('enable_sort', 'on', TRUE), set_config('plan_cache_mode', 'auto', TRUE)`

const isOfExercise = ({ courseId, exerciseId }: Searcher): FragmentSqlToken => sql.fragment`
  (known.exercise_id = ${exerciseId}::bigint AND known.course_id = ${courseId}::bigint)`

/**
 * Whether `known` waits and the grader may grade it, tags aside; nobody judges their own work. If the row has changed since the snapshot,
 * the SELECT that locks it checks only its newest version, so use columns of `known` alone.
 */
const waits = ({ graderId, restriction }: Searcher): FragmentSqlToken => sql.fragment`
  known.in_queue AND coalesce(known.held_until <= clock_timestamp(), TRUE)
  AND ${isInLanguage(registered, restriction)} AND ${graderId}::bigint <> ALL (known.submitter_ids)`

/** Bands are days; within a day the order looks random and never changes. */
const orderAfterPostponed: Readonly<Record<Searcher['order'], FragmentSqlToken>> = {
  bands: sql.fragment`
    (known.submitted_at AT TIME ZONE 'UTC')::date, hashint8extended(known.submission_id, 0), known.submission_id`,
  oldest: sql.fragment`known.submitted_at, known.submission_id`,
}
