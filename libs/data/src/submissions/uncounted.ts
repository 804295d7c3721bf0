import { isUncounted } from '@course-grading/domain/delivery/uncounted-status'
import { type FragmentSqlToken, sql } from 'slonik'
import Type from 'typebox'
import type { Database } from '../db/database.ts'
import type { Db, Tx } from '../db/db.ts'
import { lockStoredSubmission } from '../db/lock-order.ts'
import { read, write } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'
import { decideForSubmitters, lockConcerned } from './decide-superseded.ts'

const findMarkOfDeliveredRow = Type.Object({
  submissionId: Type.Integer(),
  isUncounted: Type.Boolean(),
  wasRefused: Type.Boolean(),
})

/** Whether the learning platform received a grade for the submission and refused it. */
export const wasRefused = (submissionId: FragmentSqlToken) => sql.fragment`EXISTS (
  SELECT
  FROM delivery
  JOIN delivery_send ON delivery_send.delivery_id = delivery.id
  WHERE delivery.submission_id = ${submissionId} AND delivery_send.outcome = 'refused'
    AND delivery_send.phase IS DISTINCT FROM 'before_start'
)`

interface Mark {
  readonly submissionId: number
  readonly isUncounted: boolean
}

/** The caller locked the submissions' rows, and decides again what they supersede. */
export async function markUncounted(tx: Tx, marks: readonly Mark[]): Promise<void> {
  const marked = marks.filter(({ isUncounted }) => isUncounted).map(({ submissionId }) => submissionId)
  await tx.query(write('markUncounted')`
    UPDATE submission SET uncounted = NOT submission.uncounted
    WHERE submission.submission_id = ANY (${bigints(marks.map(({ submissionId }) => submissionId))})
      AND submission.uncounted <> (submission.submission_id = ANY (${bigints(marked)}))
  `)
}

interface ShownAfterSend {
  readonly deliveryId: string
  readonly status: string
}

/** Marks the submission by the status, unless it was registered again since, and decides again what it supersedes. */
export async function followShownStatus(database: Database, shown: ShownAfterSend): Promise<void> {
  // Most grades count, which changes nothing.
  const mark = await findMark(database, shown)
  if (mark === null) return
  await database.transaction(async (tx) => {
    const stored = await lockStoredSubmission(tx, mark.submissionId)
    const changed = await findMark(tx, shown)
    if (stored === null || changed === null) return
    const concerned = await lockConcerned(tx, { ...stored, submissionIds: [stored.submissionId] })
    await markUncounted(tx, [changed])
    await decideForSubmitters(tx, concerned)
  })
}

/** Null if the submission already has the mark that follows from the status. */
async function findMark(db: Db, { deliveryId, status }: ShownAfterSend): Promise<Mark | null> {
  const row = await db.maybeOne(read('findMarkOfDelivered', findMarkOfDeliveredRow)`
    SELECT submission.submission_id, submission.uncounted AS is_uncounted,
      ${wasRefused(sql.fragment`submission.submission_id`)} AS was_refused
    FROM delivery
    JOIN submission ON submission.submission_id = delivery.submission_id
    JOIN capability ON capability.submission_id = delivery.submission_id AND capability.registered_at < delivery.upstream_at
    WHERE delivery.id = ${deliveryId}::uuid
  `)
  if (row === null || isUncounted(status, row) === row.isUncounted) return null
  return { submissionId: row.submissionId, isUncounted: !row.isUncounted }
}
