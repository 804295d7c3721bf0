import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { write } from '../db/row.ts'
import { leaseEnd } from '../submissions/assessment-parts.ts'
import type { StoredAssessment } from './find-assessment.ts'

const renewLeaseRow = Type.Object({ leaseExpiresAt: Type.String() })

/** With `isSave` the claim counts as saved, as after a save that changed nothing. The caller has locked the assessment. */
export async function renewLease(
  tx: Tx,
  { id, leaseMinutes }: Pick<StoredAssessment, 'id' | 'leaseMinutes'>,
  { userId, isSave }: { readonly userId: number; readonly isSave: boolean },
): Promise<string> {
  const row = await tx.one(write('renewLease', renewLeaseRow)`
    UPDATE assessment
    SET lease_until = ${leaseEnd(leaseMinutes)}, is_offered = assessment.is_offered AND NOT ${isSave}
    WHERE assessment.id = ${id}::uuid AND assessment.state = 'in_progress' AND assessment.holder_id = ${userId}::bigint
    RETURNING assessment.lease_until AS lease_expires_at
  `)
  return row.leaseExpiresAt
}
