import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { read } from '../db/row.ts'
import { isUnheld } from './is-unheld.ts'

const gauges = Type.Object({
  waiting: Type.Integer(),
  held: Type.Integer(),
  /** Drafts whose claim has ended and that nobody claimed since. */
  lapsed: Type.Integer(),
  /** Seconds since the oldest submission that waits was registered; 0 for none. */
  oldestWaitingS: Type.Number(),
  /** Seconds by which the oldest due time of an exercise with waiting work has passed; 0 for none. */
  overdueS: Type.Number(),
})
export type QueueGauges = Static<typeof gauges>

/** Reads only what waits or is held, however much is finished. */
export async function countQueues(db: Db): Promise<QueueGauges> {
  return await db.one(read('countQueues', gauges)`
    WITH queued AS (
      SELECT listed.course_id, listed.exercise_id, waiting.count, waiting.lapsed, waiting.oldest
      FROM manual_grading_exercise AS listed
      CROSS JOIN LATERAL (
        SELECT count(*) AS count, count(submission.held_until) AS lapsed, min(submission.registered_at) AS oldest
        FROM submission
        WHERE submission.exercise_id = listed.exercise_id AND submission.in_queue AND submission.course_id = listed.course_id
          AND ${isUnheld(sql.fragment`submission.held_until`)}
      ) AS waiting
    )
    SELECT coalesce(sum(queued.count), 0)::bigint AS waiting, coalesce(sum(queued.lapsed), 0)::bigint AS lapsed,
      (SELECT count(*) FROM assessment WHERE assessment.holder_id IS NOT NULL AND assessment.lease_until > clock_timestamp()) AS held,
      greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(queued.oldest)), 0))::float8 AS oldest_waiting_s,
      greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(exercise_grading.due_at) FILTER (WHERE queued.count > 0)), 0))::float8
        AS overdue_s
    FROM queued
    LEFT JOIN exercise_grading ON exercise_grading.course_id = queued.course_id AND exercise_grading.exercise_id = queued.exercise_id
  `)
}
