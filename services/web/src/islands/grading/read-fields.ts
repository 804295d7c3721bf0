import { changedFields, type Fields, isPath } from './fields.ts'
import { valueOf } from './typed-values.ts'

/** The members of an annotation or a score that a form does not change. */
const isWritten = (name: string): boolean => isPath(name) && !/\/(?:place|kind|private|snippet)$/.test(name)
const chosen = /^scores\/[^/]+\/(?:none$|checks\/)/

/** The name of the box with which an annotation is removed. */
export const removalName = (annotationId: string): string => `remove/${annotationId}`

/** What a person typed. A field that a form lacks is as it was drawn, except for boxes, of which only the checked ones are sent. */
export function readFields(form: URLSearchParams, drawn: Fields): Fields {
  const boxes = Object.fromEntries(
    Object.keys(drawn).map((path) => [path, chosen.test(path) ? '' : (drawn[path] ?? '')]),
  )
  return withChanges(boxes, [...form])
}

/** The fields with the changes of a form, whose unknown names are ignored. */
export function withChanges(drawn: Fields, changes: readonly (readonly [name: string, value: string])[]): Fields {
  const sent = changes.filter(([name]) => isWritten(name)).map(([name, value]) => [name, valueOf(name, value)] as const)
  const removed = new Set(changes.flatMap(([name]) => (name.startsWith(removalName('')) ? [name.slice(7)] : [])))
  const kept = Object.entries(changedFields(drawn, Object.fromEntries(sent)))
  return Object.fromEntries(
    kept.filter(([path]) => !(path.startsWith('annotations/') && removed.has(path.split('/')[1] ?? ''))),
  )
}
