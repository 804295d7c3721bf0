import type { Json } from './json.ts'

/** Headers of a reply, by name, as they are described in the components. */
export function headerRefs(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
