import type { Json, JsonObject } from './json.ts'

/** Moves every titled schema in `schema`, itself included, into `schemas`; returns what replaces it. @throws TypeError if two differ under one title */
export function liftSchemas(schema: unknown, schemas: JsonObject): Json {
  if (Array.isArray(schema)) return schema.map((item) => liftSchemas(item, schemas))
  if (typeof schema !== 'object' || schema === null) return schema as Json
  // Among properties, `title` may be a field's name; its value is a schema then.
  const title = 'title' in schema && typeof schema.title === 'string' ? schema.title : undefined
  const untitled = Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => title === undefined || key !== 'title')
      .map(([key, value]) => [key, liftSchemas(value, schemas)]),
  )
  if (title === undefined) return untitled
  const known = schemas[title]
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(untitled)) {
    throw new TypeError(`two schemas have the title ${title}`)
  }
  schemas[title] = untitled
  return { $ref: `#/components/schemas/${title}` }
}
