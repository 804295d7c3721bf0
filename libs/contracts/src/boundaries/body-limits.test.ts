import { describe, expect, it } from 'vitest'
import { frontendInternal } from './frontend-internal.ts'
import type { BodyLimits } from '../operation/limits.ts'
import { manualGrading } from './manual-grading.ts'
import type { Operation } from '../operation/operation.ts'
import { publicApi } from './public-api.ts'

const writes = [publicApi, frontendInternal, manualGrading].flatMap((boundary) =>
  Object.entries<Operation>(boundary.operations).filter(([, { body }]) => body !== undefined),
)

describe('the largest body of an operation', () => {
  it.each(writes)('%s has all the members that its schema allows', (_name, { body, maxBody }) => {
    const { members } = largest(body as KnownSchema)
    if (Number.isFinite(members)) expect(members).toBeLessThanOrEqual(maxBody.members)
  })

  it.each(writes)('%s has all the texts that its schema allows, each character escaped', (_name, { body, maxBody }) => {
    const { bytes } = largest(body as KnownSchema)
    if (bytes <= 2_000_000) expect(bytes).toBeLessThanOrEqual(maxBody.bytes)
  })
})

interface KnownSchema {
  readonly properties?: Readonly<Record<string, KnownSchema>>
  readonly items?: KnownSchema
  readonly maxItems?: number
  readonly enum?: readonly unknown[]
  readonly type?: unknown
  readonly maxLength?: number
  readonly pattern?: string
}

const longestNumber = 40
const ofEscaped = 12
const ofEscapedAscii = 6
const unbounded: BodyLimits = { bytes: Infinity, members: Infinity }

/** Infinite where rules other than the schema's decide. */
function largest(schema: KnownSchema): BodyLimits {
  const { properties, items, maxItems, maxLength, pattern, type = '' } = schema
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => ({ name, ...largest(field) }))
    return {
      bytes: 2 + sum(fields.map(({ name, bytes }) => name.length + 4 + bytes)),
      members: sum(fields.map(({ members }) => 1 + members)),
    }
  }
  if (items && maxItems !== undefined) {
    const item = largest(items)
    return { bytes: 2 + maxItems * (1 + item.bytes), members: maxItems * (1 + item.members) }
  }
  if (schema.enum || /^(number|integer|boolean)/.test(String(type))) return { bytes: longestNumber, members: 0 }
  if (String(type).startsWith('string')) {
    const ofOne = pattern?.startsWith('^[!-~]') ? ofEscapedAscii : ofEscaped
    return { bytes: maxLength === undefined ? Infinity : 2 + ofOne * maxLength, members: 0 }
  }
  return unbounded
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
