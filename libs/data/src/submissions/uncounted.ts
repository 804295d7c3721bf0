import { type FragmentSqlToken, sql } from 'slonik'
import type { Tx } from '../db.ts'
import { statement } from '../row.ts'
import { bigints } from '../sql-arrays.ts'

const mark = statement('markUncounted')

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

/** The caller locked their rows, and decides again what they supersede. */
export async function markUncounted(tx: Tx, marks: readonly Mark[]): Promise<void> {
  const marked = marks.filter(({ isUncounted }) => isUncounted).map(({ submissionId }) => submissionId)
  await tx.query(mark`
    UPDATE submission SET uncounted = NOT submission.uncounted
    WHERE submission.submission_id = ANY (${bigints(marks.map(({ submissionId }) => submissionId))})
      AND submission.uncounted <> (submission.submission_id = ANY (${bigints(marked)}))
  `)
}
