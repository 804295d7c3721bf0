import type { Fields } from './fields.ts'
import { nameOfField, type Naming, shownValue } from './name-of-field.ts'
import type { Difference } from './refusal-notice.tsx'

/** The fields in which what was typed differs from what the server has now. */
export function differencesBetween(typed: Fields, now: Fields, naming: Naming): Difference[] {
  const all = { ...now, ...typed }
  return Object.keys(all)
    .filter((path) => typed[path] !== now[path])
    .flatMap((path) => {
      const name = nameOfField(path, all, naming)
      if (name === null) return []
      return { name, own: shownValue(path, typed[path], naming), other: shownValue(path, now[path], naming) }
    })
}
