import type { Fields } from './fields.ts'
import { arrived } from './same.ts'
import { changedUnits, keyOf, onlyUnits, type Unit, valueOf, withUnits, withUnitsOf } from './units.ts'

interface Merged {
  readonly fields: Fields
  /** The units that both sides changed, where the two differ. */
  readonly conflicts: readonly Unit[]
}

/** The units that were changed, as they were and as they are: all that a merge needs. */
export function changesOf(base: Fields, mine: Fields): { readonly base: Fields; readonly mine: Fields } {
  const units = changedUnits(base, mine)
  return { base: onlyUnits(base, units), mine: onlyUnits(mine, units) }
}

/** Units that were changed since `base` stay, and all others become as they stand now. Nothing is guessed within a unit. */
export function mergeFields(base: Fields, mine: Fields, theirs: Fields): Merged {
  const own = new Set(changedUnits(base, mine).map(keyOf))
  const differing = changedUnits(mine, theirs)
  const changedByThem = new Set(changedUnits(base, theirs).map(keyOf))
  return {
    fields: withUnitsOf(
      mine,
      differing.filter((unit) => !own.has(keyOf(unit))),
      theirs,
    ),
    conflicts: differing.filter((unit) => own.has(keyOf(unit)) && changedByThem.has(keyOf(unit))),
  }
}

/** What the server had, with what stands there by now of a save that nobody answered. Somebody else may have changed the rest of a unit. */
export const withArrived = (base: Fields, sent: Fields, theirs: Fields): Fields =>
  withUnits(base, changedUnits(base, sent), (unit) =>
    arrived(valueOf(base, unit), valueOf(sent, unit), valueOf(theirs, unit)),
  )
