import { sql, type FragmentSqlToken } from 'slonik'
import Type from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { lockPeople } from '../db/lock-order.ts'
import { isFound } from '../db/planner.ts'
import { read } from '../db/row.ts'
import { disownWork } from './disown-work.ts'

const listCoursesWithOwnerlessResultsRow = Type.Object({ courseId: Type.Integer() })
const lockDeliveriesOfOwnerlessResultsRow = Type.Object({ id: Type.String() })
const lockSubmissionsOfOwnerlessResultsRow = Type.Object({ submissionId: Type.Integer() })

const hasNoSubmitter = sql.fragment`
  (completed_result.withdrawn_at IS NULL OR completed_result.feedback_html <> '' OR completed_result.payload::text <> '{}')
  AND NOT ${isFound(sql.fragment`
    FROM submission_submitter WHERE submission_submitter.submission_id = completed_result.submission_id`)}`

const isOwnerless = (submissionId: FragmentSqlToken) =>
  isFound(
    sql.fragment`FROM completed_result WHERE completed_result.submission_id = ${submissionId} AND ${hasNoSubmitter}`,
  )

/** Courses with a result that has a text, or stands, although its submission has no submitter left. */
export async function listCoursesWithResultsToDisown(db: Db): Promise<readonly number[]> {
  const rows = await db.any(read('listCoursesWithOwnerlessResults', listCoursesWithOwnerlessResultsRow)`
    SELECT DISTINCT completed_result.course_id
    FROM completed_result
    WHERE ${hasNoSubmitter}
    ORDER BY completed_result.course_id
  `)
  return rows.map(({ courseId }) => courseId)
}

/** Disowns what earlier releases left; returns how many. A grade on its way, or that may have arrived, is left for a later run. */
export async function disownResults(tx: Tx, courseId: number): Promise<number> {
  await lockPeople(tx, courseId, 'exclusive')
  await tx.any(read('lockDeliveriesOfOwnerlessResults', lockDeliveriesOfOwnerlessResultsRow)`
    SELECT delivery.id
    FROM delivery
    WHERE delivery.course_id = ${courseId}::bigint AND delivery.state NOT IN ('delivered', 'cancelled')
      AND ${isOwnerless(sql.fragment`delivery.submission_id`)}
    ORDER BY delivery.ordinal
    FOR NO KEY UPDATE
  `)
  const rows = await tx.any(read('lockSubmissionsOfOwnerlessResults', lockSubmissionsOfOwnerlessResultsRow)`
    SELECT submission.submission_id
    FROM submission
    WHERE submission.course_id = ${courseId}::bigint
      AND ${isOwnerless(sql.fragment`submission.submission_id`)}
      AND NOT ${isFound(sql.fragment`
        FROM delivery
        WHERE delivery.submission_id = submission.submission_id AND delivery.state IN ('pending', 'sending', 'ambiguous')`)}
    ORDER BY submission.submission_id
    FOR NO KEY UPDATE
  `)
  await disownWork(
    tx,
    rows.map(({ submissionId }) => submissionId),
  )
  return rows.length
}
