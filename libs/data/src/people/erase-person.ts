import type { Tx } from '../db.ts'
import { lockPeople } from '../lock-order.ts'
import { lockDeliveriesOfPerson } from '../submissions/submission-person-queries.ts'
import {
  type Erasure,
  insertErasedPerson,
  insertPersonAction,
  isErasedPerson,
  isErasureRecorded,
  type PersonRequest,
} from './person-action-queries.ts'
import type { Person } from '../person-table.ts'
import { personTables } from './person-tables.ts'

/**
 * `unknown`: the course holds nothing of such a person and never erased one. `already_erased`: the course erased the person and has
 * held nothing since. `delivery_pending`, `delivery_ambiguous`: a grade of the person is on its way, or may have arrived, and its
 * delivery has to be final first. In each of these cases nothing was written.
 */
interface ErasePersonOutcome {
  readonly outcome: 'erased' | 'already_erased' | 'unknown' | 'delivery_pending' | 'delivery_ambiguous'
}

/**
 * Erases what is held of a person in a course, and records that. It also signs the person out everywhere, since a session holds the
 * person's name, and keeps later refreshes from bringing any of the data back. A refresh, a registration or a completion at the
 * same time comes entirely before or entirely after it.
 */
export async function erasePerson(tx: Tx, request: PersonRequest): Promise<ErasePersonOutcome> {
  await lockPeople(tx, request.courseId, 'exclusive')
  const underWay = await lockDeliveriesOfPerson(tx, request)
  if (underWay !== null) return { outcome: underWay }
  const erasedRows = await eraseRows(tx, request, 'course')
  if (erasedRows === 0) return { outcome: (await isErasedPerson(tx, request)) ? 'already_erased' : 'unknown' }
  await finish(tx, request, null)
  return { outcome: 'erased' }
}

/**
 * Repeats the erasure of a person after the database was restored from an older copy. It also covers a person of whom the copy
 * holds nothing, since the next refresh might bring the person in. An erasure that the copy itself has recorded is not repeated,
 * because the person may have taken part again since then. It is recorded as it was the first time.
 */
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
