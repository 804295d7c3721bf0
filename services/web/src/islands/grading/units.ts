import { type Annotation, type Fields, noFields, noScore, type Score, scoreOf } from './fields.ts'
import { same } from './same.ts'

/** What is changed and merged as one, since half of it would be nobody's. */
export type Unit =
  | { readonly of: 'score'; readonly id: string; readonly member: keyof Score }
  | { readonly of: 'adjustment' | 'note' | 'body' }
  | { readonly of: 'annotation'; readonly id: string }

/** A text for each unit, which no other unit has. */
export const keyOf = (unit: Unit): string => Object.values(unit).join(' ')

const others = ['adjustment', 'note', 'body'] as const
const members = ['levelId', 'checks', 'points', 'comment', 'snippet'] as const satisfies readonly (keyof Score)[]

export function changedUnits(before: Fields, after: Fields): Unit[] {
  return [
    ...changedIds(before.scores, after.scores).flatMap((id) => {
      const [was, is] = [scoreOf(before, id), scoreOf(after, id)]
      return members
        .filter((member) => !same(was[member], is[member]))
        .map((member) => ({ of: 'score', id, member }) as const)
    }),
    ...others.filter((of) => !same(before[of], after[of])).map((of) => ({ of })),
    ...changedIds(before.annotations, after.annotations).map((id) => ({ of: 'annotation', id }) as const),
  ]
}

/** What was not changed is one object mostly, so that a key among many annotations compares one of them. */
function changedIds(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): string[] {
  if (before === after) return []
  return [...new Set([...before.keys(), ...after.keys()])].filter((id) => !same(before.get(id), after.get(id)))
}

export const sameFields = (a: Fields, b: Fields): boolean => changedUnits(a, b).length === 0

/** Undefined for an annotation that does not exist. */
export const valueOf = (fields: Fields, unit: Unit): unknown =>
  unit.of === 'score'
    ? scoreOf(fields, unit.id)[unit.member]
    : unit.of === 'annotation'
      ? fields.annotations.get(unit.id)
      : fields[unit.of]

/** The fields with other values of some units. */
export function withUnits(fields: Fields, units: readonly Unit[], valueFor: (unit: Unit) => unknown): Fields {
  if (units.length === 0) return fields
  const [scores, annotations] = [new Map(fields.scores), new Map(fields.annotations)]
  const changed: Record<string, unknown> = {}
  for (const unit of units) {
    const value = valueFor(unit)
    if (unit.of === 'score') scores.set(unit.id, { ...(scores.get(unit.id) ?? noScore), [unit.member]: value })
    else if (unit.of !== 'annotation') changed[unit.of] = value
    else if (value === undefined) annotations.delete(unit.id)
    else annotations.set(unit.id, value as Annotation)
  }
  return { ...fields, ...changed, scores, annotations }
}

/** The fields with some units as `other` has them. */
export const withUnitsOf = (fields: Fields, units: readonly Unit[], other: Fields): Fields =>
  withUnits(fields, units, (unit) => valueOf(other, unit))

/** Some units alone. */
export const onlyUnits = (fields: Fields, units: readonly Unit[]): Fields => withUnitsOf(noFields, units, fields)

/** The fields with the objects of `known` for all that is the same. */
export const sharing = (known: Fields, fields: Fields): Fields =>
  withUnitsOf(known, changedUnits(known, fields), fields)
