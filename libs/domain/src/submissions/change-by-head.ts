import { isUncounted } from '../delivery/uncounted-status.ts'

/** A registered submission, beside its head in a list of the learning platform that is newer than the registration. */
interface RegisteredAndHead {
  readonly stored: readonly number[]
  /** Who is named in the list: somebody, since a head without people is not kept. */
  readonly listed: readonly number[]
  /** Those of `stored` who are surely on the roster now. */
  readonly present: readonly number[]
  readonly isUncounted: boolean
  /** Null if something newer showed the status. */
  readonly status: string | null
  readonly wasRefused: boolean
}

export interface ChangeByHead {
  readonly submitterIds: readonly number[]
  readonly isUncounted: boolean
}

/** Null if the head changes nothing. Who left the course vanishes from heads, and keeps the work. */
export function changeByHead(known: RegisteredAndHead): ChangeByHead | null {
  const kept = known.stored.filter((id) => known.listed.includes(id) || !known.present.includes(id))
  const submitterIds = [...new Set([...kept, ...known.listed])].toSorted((one, other) => one - other)
  const uncounted = known.status === null ? known.isUncounted : isUncounted(known.status, known)
  const isSame =
    uncounted === known.isUncounted &&
    submitterIds.length === known.stored.length &&
    submitterIds.every((id) => known.stored.includes(id))
  return isSame ? null : { submitterIds, isUncounted: uncounted }
}
