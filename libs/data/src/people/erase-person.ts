import type { Tx } from '../db/db.ts'
import { lockPeople } from '../db/lock-order.ts'
import { lockDeliveriesOfPerson } from '../submissions/submission-person-queries.ts'
import {
  type Erasure,
  insertErasedPerson,
  insertPersonAction,
  isErasedPerson,
  isErasureRecorded,
  type PersonRequest,
} from './person-action-queries.ts'
import type { Person } from '../db/person-table.ts'
import { personTables } from './person-tables.ts'

/** `unknown`: the course never had anything of the person. `already_erased`: nothing came since. Only `erased` has written something. */
interface ErasePersonOutcome {
  readonly outcome: 'erased' | 'already_erased' | 'unknown' | 'delivery_pending' | 'delivery_ambiguous'
}

/** Signs the person out, and keeps refreshes from bringing data back. Refreshes and registrations come before or after the erasure. */
export async function erasePerson(tx: Tx, request: PersonRequest): Promise<ErasePersonOutcome> {
  await lockPeople(tx, request.courseId, 'exclusive')
  const underWay = await lockDeliveriesOfPerson(tx, request)
  if (underWay !== null) return { outcome: underWay }
  const erasedRows = await eraseRows(tx, request, 'course')
  if (erasedRows === 0) return { outcome: (await isErasedPerson(tx, request)) ? 'already_erased' : 'unknown' }
  await finish(tx, request, null)
  return { outcome: 'erased' }
}

/** Repeats an erasure after a restore from an older copy, unless the copy has recorded it: the person may have taken part again since. */
export async function repeatErasure(
  tx: Tx,
  erasure: Erasure,
): Promise<Exclude<ErasePersonOutcome['outcome'], 'unknown'>> {
  await lockPeople(tx, erasure.courseId, 'exclusive')
  if (await isErasureRecorded(tx, erasure)) return 'already_erased'
  const underWay = await lockDeliveriesOfPerson(tx, erasure)
  if (underWay !== null) return underWay
  await eraseRows(tx, erasure, 'course')
  await finish(tx, erasure, erasure.erasedAt)
  return 'erased'
}

/** `at`: when the erasure was first done; null for now. */
async function finish(tx: Tx, request: PersonRequest, at: string | null): Promise<void> {
  await insertErasedPerson(tx, request, at)
  await eraseRows(tx, request, 'person')
  await insertPersonAction(tx, request, 'erase', at)
}

async function eraseRows(tx: Tx, person: Person, of: 'course' | 'person'): Promise<number> {
  let rows = 0
  for (const { erased } of personTables) {
    if ('by' in erased && erased.of === of) rows += await erased.by(tx, person)
  }
  return rows
}
