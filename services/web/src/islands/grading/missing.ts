import { jsonPath } from '@course-grading/domain/json/json-path'
import { fieldNameOf, isBelow } from './gaps.ts'

/** A place of the form: a criterion, such as `scores/structure`, or the name of a field. */
export type FormPlace = string

export const placeOfCriterion = (id: string): FormPlace => `scores/${id}`

type Criteria = readonly { readonly id: string }[]

const afterCriteria = ['adjustment', 'privateNote', 'body', 'annotations']

function rankOf(place: FormPlace, criteria: Criteria): number {
  const criterion = criteria.findIndex(({ id }) => placeOfCriterion(id) === place)
  return criterion >= 0 ? criterion : criteria.length + afterCriteria.findIndex((part) => place.startsWith(part))
}

/** The places where something is missing, each once, in the order of the form. */
export function missingPlaces(issues: readonly { readonly path: string }[], criteria: Criteria): FormPlace[] {
  const places = issues.map(({ path }) => {
    const criterion = criteria.find(({ id }) => isBelow(path, jsonPath(['scores', id])))
    return criterion === undefined ? fieldNameOf(path) : placeOfCriterion(criterion.id)
  })
  return [...new Set(places)].toSorted((a, b) => rankOf(a, criteria) - rankOf(b, criteria))
}

interface Going {
  readonly from: FormPlace
  /** Whether the person was led to `from` already. */
  readonly isThere: boolean
  readonly criteria: Criteria
}

/** The place to go to next, and after the last one the first. */
export function nextMissing(places: readonly FormPlace[], { from, isThere, criteria }: Going): FormPlace | undefined {
  const at = places.indexOf(from)
  if (at >= 0) return isThere ? places[(at + 1) % places.length] : from
  const rank = rankOf(from, criteria)
  return places.find((place) => rankOf(place, criteria) > rank) ?? places[0]
}
