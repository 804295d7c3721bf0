import { maxIssues } from '@course-grading/contracts/operation/limits'
import type { Issue } from '@course-grading/domain/errors/domain-error'
import { jsonPath, type PathSegment } from '@course-grading/domain/json/json-path'

interface SizedSchema {
  readonly properties?: Readonly<Record<string, SizedSchema>>
  readonly patternProperties?: object
  readonly additionalProperties?: boolean | SizedSchema
  readonly items?: SizedSchema
  readonly maxItems?: number
  readonly maxLength?: number
}

/** Normalisation may shorten a text by this factor at most, so a longer text than this allows is cut before. */
const shrinkage = 18

/** Cuts what only costs time in a request that is rejected anyway: oversized parts, each an issue, and unknown fields beyond a limit. */
export function cutExcess(schema: SizedSchema, value: unknown): readonly Issue[] {
  const cutting = new Cutting()
  cutting.cut(schema, value, [])
  return cutting.issues
}

class Cutting {
  readonly issues: Issue[] = []
  #unknownFields = 0

  cut(schema: SizedSchema, value: unknown, at: readonly PathSegment[]): void {
    if (Array.isArray(value)) this.#cutList(schema, value, at)
    else if (typeof value === 'object' && value !== null) this.#cutFields(schema, value as Record<string, unknown>, at)
  }

  #cutFields(schema: SizedSchema, fields: Record<string, unknown>, at: readonly PathSegment[]): void {
    const { properties = {}, patternProperties, additionalProperties = true } = schema
    for (const key of Object.keys(fields)) {
      const known = Object.hasOwn(properties, key) ? properties[key] : additionalProperties
      if (typeof known === 'object') this.#cutMember(known, fields, key, [...at, key])
      else if (known === false && patternProperties === undefined) this.#countUnknown(fields, key)
    }
  }

  #countUnknown(fields: Record<string, unknown>, key: string): void {
    this.#unknownFields += 1
    if (this.#unknownFields > maxIssues + 1) delete fields[key]
  }

  #cutList({ maxItems = Infinity, items }: SizedSchema, list: unknown[], at: readonly PathSegment[]): void {
    if (list.length > maxItems) {
      list.length = maxItems
      this.#report(at, `Must have at most ${maxItems} items.`)
    }
    if (items) list.forEach((_item, index) => this.#cutMember(items, list, index, [...at, index]))
  }

  #cutMember(
    schema: SizedSchema,
    parent: Record<string, unknown> | unknown[],
    key: string | number,
    at: readonly PathSegment[],
  ): void {
    const holder = parent as Record<string | number, unknown>
    const value = holder[key]
    if (typeof value !== 'string') return this.cut(schema, value, at)
    const { maxLength = Infinity } = schema
    if (value.length <= maxLength * shrinkage) return
    holder[key] = ''
    this.#report(at, `Must have at most ${maxLength} characters.`)
  }

  #report(at: readonly PathSegment[], message: string): void {
    this.issues.push({ path: jsonPath(at), code: 'too_long', message })
  }
}
