import type { Issue } from '@course-grading/domain/errors'
import { jsonPath, type PathSegment } from '@course-grading/domain/json/json-path'

interface SizedSchema {
  readonly properties?: Readonly<Record<string, SizedSchema>>
  readonly items?: SizedSchema
  readonly maxItems?: number
  readonly maxLength?: number
}

/** Normalisation may shorten a text by at most this factor, so the rule on its length comes later. */
const shrinkage = 18

/** Cuts oversized parts, with an issue for each: else a rule might go through megabytes of a request that is rejected anyway. */
export function cutOversized(schema: SizedSchema, value: unknown, at: readonly PathSegment[] = []): Issue[] {
  if (Array.isArray(value)) return cutList(schema, value, at)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    if (!Object.hasOwn(value, key)) return []
    return cutMember(property, value as Record<string, unknown>, key, [...at, key])
  })
}

function cutList(schema: SizedSchema, list: unknown[], at: readonly PathSegment[]): Issue[] {
  const issues: Issue[] = []
  const { maxItems = Infinity, items } = schema
  if (list.length > maxItems) {
    list.length = maxItems
    issues.push({ path: jsonPath(at), code: 'too_long', message: `Must have at most ${maxItems} items.` })
  }
  if (items) list.forEach((_item, index) => issues.push(...cutMember(items, list, index, [...at, index])))
  return issues
}

function cutMember(
  schema: SizedSchema,
  parent: Record<string, unknown> | unknown[],
  key: string | number,
  at: readonly PathSegment[],
): Issue[] {
  const holder = parent as Record<string | number, unknown>
  const value = holder[key]
  if (typeof value !== 'string') return cutOversized(schema, value, at)
  const { maxLength = Infinity } = schema
  if (value.length <= maxLength * shrinkage) return []
  holder[key] = ''
  return [{ path: jsonPath(at), code: 'too_long', message: `Must have at most ${maxLength} characters.` }]
}
