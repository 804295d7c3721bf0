import { changedFields, type Fields, withoutAnnotation } from './fields.ts'

const written =
  /^(?:scores\/[a-z0-9-]+\/(?:levelId|points|comment|none|checks\/[a-z0-9-]+)|adjustment\/(?:points|reason)|privateNote|body|annotations\/[\w-]+\/body)$/
const chosen = /^scores\/[^/]+\/(?:none$|checks\/)/

/** The box with which an annotation is removed. */
export const removalName = (annotationId: string): string => `remove/${annotationId}`

/** What a person typed. A field that a browser did not send is as it was drawn, but for boxes, of which only the checked ones are sent. */
export function readFields(form: URLSearchParams, drawn: Fields): Fields {
  const boxes = Object.fromEntries(
    Object.keys(drawn).map((path) => [path, chosen.test(path) ? '' : (drawn[path] ?? '')]),
  )
  const sent = [...form]
    .filter(([name]) => written.test(name))
    .map(([name, value]) => [name, readValue(name, value)] as const)
  const removed = [...form.keys()].flatMap((name) => (name.startsWith(removalName('')) ? [name.slice(7)] : []))
  return removed.reduce(withoutAnnotation, changedFields(boxes, Object.fromEntries(sent)))
}

function readValue(name: string, value: string): string {
  if (chosen.test(name)) return value === '0' ? '' : value
  return name.endsWith('/points') ? value.trim() : value
}
