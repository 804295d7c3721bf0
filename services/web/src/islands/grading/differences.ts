import type { Fields } from './fields.ts'
import { readName } from './field-names.ts'
import { labelOf, type Naming, shownText } from './name-of-field.ts'
import { toNames } from './read-fields.ts'
import { onlyUnits, type Unit } from './units.ts'
import type { Difference } from './refusal-notice.tsx'

/** The names of the fields in which a unit differs. */
export function differingNames(unit: Unit, mine: Fields, theirs: Fields): string[] {
  const [own, other] = [mine, theirs].map((fields) => toNames(onlyUnits(fields, [unit])))
  return Object.keys({ ...own, ...other }).filter((name) => own?.[name] !== other?.[name])
}

/** The fields in which what was typed differs from what the server has now. */
export function differencesBetween(typed: Fields, now: Fields, naming: Naming): Difference[] {
  const [own, other] = [toNames(typed), toNames(now)]
  const annotations = new Map([...now.annotations, ...typed.annotations])
  const differing = Object.keys({ ...other, ...own }).filter((name) => own[name] !== other[name])
  return differing.flatMap((name) => {
    const field = readName(name)
    const label = field && labelOf(field, { annotations }, naming)
    if (field === null || label === null) return []
    const [mine, theirs] = [own, other].map((texts) => shownText(field, texts[name] ?? '', naming))
    return { name: label, own: mine ?? '', other: theirs ?? '' }
  })
}
