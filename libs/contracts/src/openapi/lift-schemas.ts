import type { Json, JsonObject } from './json.ts'

/** Moves every titled schema inside `schema` into the components, and returns the schema with references to them. */
export function liftSchemas(schema: unknown, components: JsonObject): Json {
  if (Array.isArray(schema)) return schema.map((item) => liftSchemas(item, components))
  if (typeof schema !== 'object' || schema === null) return schema as Json
  const titled = 'title' in schema && typeof schema.title === 'string' ? schema.title : undefined
  const described = Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => titled === undefined || key !== 'title')
      .map(([key, value]) => [key, liftSchemas(value, components)]),
  )
  if (titled === undefined) return described
  const known = components[titled]
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(described)) {
    throw new TypeError(`two schemas have the title ${titled}`)
  }
  components[titled] = described
  return { $ref: `#/components/schemas/${titled}` }
}
