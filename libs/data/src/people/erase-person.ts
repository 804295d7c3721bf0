import Type from 'typebox'
import type { Tx } from '../db.ts'
import { statement } from '../row.ts'
import { lockRosterOfCourse } from '../snapshots/refresh-lease-queries.ts'
import { lockDeliveriesOfPerson } from '../submissions/submission-person-queries.ts'
import { peopleLock } from './lock-people.ts'
import { insertErasedPerson, insertPersonAction, isErasedPerson, type PersonRequest } from './person-action-queries.ts'
import type { Person } from './person-table.ts'
import { personTables } from './person-tables.ts'

const lock = statement('lockPeopleOfCourse', Type.Object({ locked: Type.Boolean() }))

/**
 * `unknown`: the course holds nothing of such a person and never erased one. `delivery_pending`, `delivery_ambiguous`: a grade of
 * the person's is on its way, or may have arrived, and has to be settled first. In each nothing was written.
 */
export interface ErasePersonOutcome {
  readonly outcome: 'erased' | 'unknown' | 'delivery_pending' | 'delivery_ambiguous'
}

/**
 * Erases what is held of a person in a course, signs the person out everywhere, since a session holds the name, and keeps later
 * refreshes from bringing any of it back. Recorded. Done again, it does and records it again. A refresh or a registration that is
 * just being written comes before or after, never in between.
 */
export async function erasePerson(tx: Tx, request: PersonRequest): Promise<ErasePersonOutcome> {
  await tx.maybeOne(lock`SELECT TRUE AS locked FROM pg_advisory_xact_lock(${peopleLock}::integer, hashint8(${request.courseId}::bigint))`)
  const underWay = await lockDeliveriesOfPerson(tx, request)
  if (underWay !== null) return { outcome: underWay }
  await lockRosterOfCourse(tx, request.courseId)
  const erasedRows = await eraseRows(tx, request, 'course')
  if (erasedRows === 0 && !await isErasedPerson(tx, request)) return { outcome: 'unknown' }
  await insertErasedPerson(tx, request)
  await eraseRows(tx, request, 'person')
  await insertPersonAction(tx, request, 'erase')
  return { outcome: 'erased' }
}

async function eraseRows(tx: Tx, person: Person, of: 'course' | 'person'): Promise<number> {
  let rows = 0
  for (const { erased } of personTables) {
    if ('by' in erased && erased.of === of) rows += await erased.by(tx, person)
  }
  return rows
}
