import { sql } from 'slonik'
import type { Tx } from '../db/db.ts'
import { write } from '../db/row.ts'
import { done, stepTaken } from './take-step.ts'

/** A rejected registration rewrites the submission upstream, so nothing is sent for `settleS` seconds. A started send goes on. */
export async function postponeDelivery(
  tx: Tx,
  { submissionId, settleS }: { readonly submissionId: number; readonly settleS: number },
): Promise<void> {
  const step = stepTaken({
    name: 'registration_rejected',
    set: sql.fragment`
      settle_until = greatest(delivery.settle_until, clock_timestamp() + make_interval(secs => ${settleS}::float8))`,
    where: sql.fragment`
      delivery.submission_id = ${submissionId}::bigint AND delivery.state IN ('pending', 'sending', 'ambiguous')`,
    returning: sql.fragment`, delivery.settle_until`,
    also: sql.fragment`,
    capability_postponed AS (
      UPDATE capability SET settle_until = greatest(capability.settle_until, changed.settle_until)
      FROM changed
      WHERE capability.submission_id = changed.submission_id
    )`,
  })
  await tx.query(write('postponeDelivery', done)`${step} SELECT TRUE AS done FROM changed`)
}
