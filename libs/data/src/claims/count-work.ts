import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { read } from '../db/row.ts'
import { isUnheld } from './is-unheld.ts'

const counts = Type.Object({ waiting: Type.Integer(), inProgress: Type.Integer() })
type OpenWork = Static<typeof counts>

/** Counts only exercises that the course grades by hand now. */
export async function countOpenWork(db: Db, courseId: number): Promise<OpenWork> {
  const row = await db.maybeOne(read('countOpenWork', counts)`
    SELECT coalesce(sum(queued.waiting), 0)::bigint AS waiting, coalesce(sum(held.claims), 0)::bigint AS in_progress
    FROM manual_grading_exercise AS listed
    CROSS JOIN LATERAL (
      SELECT count(*) AS waiting
      FROM submission
      WHERE submission.exercise_id = listed.exercise_id AND submission.in_queue AND submission.course_id = listed.course_id
        AND ${isUnheld(sql.fragment`submission.held_until`)}
    ) AS queued
    CROSS JOIN LATERAL (
      SELECT count(*) AS claims
      FROM assessment
      WHERE assessment.holder_id IS NOT NULL AND assessment.exercise_id = listed.exercise_id
        AND assessment.course_id = listed.course_id AND assessment.lease_until > clock_timestamp()
    ) AS held
    WHERE listed.course_id = ${courseId}::bigint
  `)
  return row ?? { waiting: 0, inProgress: 0 }
}
