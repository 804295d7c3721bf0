import { allLanguages } from '../localisation/pick-language.ts'

interface NamedExercise {
  readonly exerciseId: number
  /** Language markup included. */
  readonly name: string
}

export interface ProposedPair {
  readonly from: number
  readonly to: number
}

/**
 * Each exercise of a course with one of another course whose name is equal in some language, whatever its case and blanks. Where several are equal,
 * they are taken in their order, each once.
 */
export function proposePairs(from: readonly NamedExercise[], to: readonly NamedExercise[]): ProposedPair[] {
  const named = from.flatMap(({ exerciseId, name }) => namesOf(name).map((each) => ({ each, exerciseId })))
  const byName = Map.groupBy(named, ({ each }) => each)
  const taken = new Set<number>()
  return to.flatMap(({ exerciseId, name }) => {
    const found = namesOf(name)
      .flatMap((each) => byName.get(each) ?? [])
      .find((other) => !taken.has(other.exerciseId))
    if (found === undefined) return []
    taken.add(found.exerciseId)
    return [{ from: found.exerciseId, to: exerciseId }]
  })
}

const namesOf = (raw: string): string[] =>
  allLanguages(raw)
    .map((name) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase())
    .filter((name) => name !== '')
