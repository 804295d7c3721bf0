import { isDeepStrictEqual } from 'node:util'

export interface FlatComparison<Fields> {
  /** What was written, with what only the other side changed. */
  readonly merged: Fields
  /** The fields that both sides changed, to different values. */
  readonly conflicts: readonly (keyof Fields & string)[]
}

/** Compares documents field by field: a value is one whole. */
export function compareFields<Fields extends object>(
  base: Fields,
  mine: Fields,
  theirs: Fields,
): FlatComparison<Fields> {
  const names = Object.keys(mine) as (keyof Fields & string)[]
  const differs = (one: Fields, other: Fields) => names.filter((name) => !isDeepStrictEqual(one[name], other[name]))
  const changedByThem = differs(base, theirs)
  const changedByMe = new Set(differs(base, mine))
  const onlyTheirs = changedByThem.filter((name) => !changedByMe.has(name))
  return {
    merged: { ...mine, ...Object.fromEntries(onlyTheirs.map((name) => [name, theirs[name]])) },
    conflicts: differs(mine, theirs).filter((name) => changedByMe.has(name) && changedByThem.includes(name)),
  }
}
