import { maxIssues } from '@course-grading/contracts/operation/limits'
import {
  normalizeText,
  readTime,
  repeatedBy,
  repeatedItems,
  utcWithin,
} from '@course-grading/contracts/schemas/keywords'
import { type TextRule, textRules } from '@course-grading/contracts/schemas/text-rules'
import type { IssueCode } from '@course-grading/domain/errors/error-codes'
import type { Issue } from '@course-grading/domain/errors/domain-error'
import { jsonPath, type PathSegment } from '@course-grading/domain/json/json-path'
import { _, Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { cutExcess } from './cut-excess.ts'

/** NFC combines at most four characters of two UTF-16 units. A longer text is not normalised, which could take quadratic time. */
const maxShrinking = 8

/** Finds everything that is wrong, but at most one issue more than a reply lists. May normalise texts in place. */
export type Validator = (value: unknown) => readonly Issue[]

// Checking the schemas, too, would take 40 ms to compile, and TypeBox builds only valid ones.
const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  verbose: true,
  meta: false,
  validateSchema: false,
})
addFormats.default(ajv)
// ajv-formats checks only the characters of a `uri`, not whether host and port are possible.
const uri = ajv.formats['uri'] as (text: string) => boolean
ajv.addFormat('uri', (text) => uri(text) && URL.canParse(text))
// ajv-formats accepts as `date-time` many texts that are no time of RFC 3339, or that no database holds.
ajv.addFormat('date-time', (text) => readTime(text) !== null)
// Ajv would count the characters of every text, which is not needed if the number of UTF-16 units is within the limit.
ajv.removeKeyword('maxLength')
ajv.addKeyword({
  keyword: 'maxLength',
  type: 'string',
  schemaType: 'number',
  validate: (limit: number, text: string) => text.length <= limit || characterCount(text) <= limit,
  error: { message: 'is too long', params: ({ schema }) => _`{limit: ${schema as number}}` },
})
ajv.addKeyword({
  keyword: 'x-normalize',
  type: 'string',
  schemaType: 'string',
  modifying: true,
  before: 'maxLength',
  errors: false,
  compile:
    (form: 'NFC', { maxLength = Infinity }) =>
    (text: string, place) => {
      if (place && text.length <= maxShrinking * maxLength)
        place.parentData[place.parentDataProperty] = normalizeText(form, text)
      return true
    },
})
ajv.addKeyword({
  keyword: 'x-years',
  type: 'string',
  schemaType: 'array',
  modifying: true,
  compile:
    (years: readonly [first: number, last: number]) =>
    (text: string, place): boolean => {
      const timeMs = readTime(text)
      if (timeMs === null) return true
      const utc = utcWithin(years, timeMs)
      if (utc !== null && place?.parentData) place.parentData[place.parentDataProperty] = utc
      return utc !== null
    },
})
ajv.addKeyword({
  keyword: 'x-text',
  type: 'string',
  schemaType: 'string',
  validate: (rule: TextRule, text: string) => textRules[rule].form.test(text),
})
// A client accepts other codes; this service sends none.
ajv.addKeyword({
  keyword: 'x-extensible-enum',
  type: 'string',
  schemaType: 'array',
  validate: (codes: readonly string[], code: string) => codes.includes(code),
})
ajv.addKeyword({
  keyword: 'x-unique-by',
  type: 'array',
  schemaType: 'string',
  validate: (field: string, items: unknown[]) => repeatedBy(field, items).length === 0,
})

/** Compiles the schema with the first value: to compile all at the start would take longer than the rest of the start. */
export function createValidator(schema: object): Validator {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= ajv.compile(schema)
    const oversized = cutExcess(schema, value)
    if (validate(value)) return oversized
    const cut = new Set(oversized.map(({ path }) => path))
    const others = issuesOf(validate.errors ?? [], value)
      .filter(({ path }) => !cut.has(path))
      .take(maxIssues + 1)
    return [...oversized, ...others]
  }
}

function characterCount(text: string): number {
  let count = 0
  for (const _character of text) count += 1
  return count
}

function* issuesOf(errors: readonly ErrorObject[], value: unknown): Generator<Issue, undefined> {
  // A value of the wrong type also breaks most other rules. Only the issue about its type is useful.
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath))
  // One wrong text may break a pattern and a format: one problem to a reader. Unknown fields are all kept: paths cut long names, so some are equal.
  const misshapen = new Set<string>()
  for (const error of errors) {
    for (const { below = [], code, message } of describeError(error)) {
      if (code !== 'invalid_type' && mistyped.has(pointerTo(error.instancePath, below))) continue
      const path = jsonPath([...segmentsOf(error.instancePath, value), ...below])
      if (code === 'invalid_format') {
        if (misshapen.has(path)) continue
        misshapen.add(path)
      }
      yield { path, code, message }
    }
  }
}

interface Described {
  readonly below?: readonly PathSegment[]
  readonly code: IssueCode
  readonly message: string
}

type Describe = (error: ErrorObject) => readonly Described[]

const describeError: Describe = (error) =>
  describe[error.keyword]?.(error) ?? [{ code: 'invalid_value', message: 'Invalid.' }]

const single =
  (code: IssueCode, message: (params: Record<string, unknown>) => string): Describe =>
  (error) => [{ code, message: message(error.params) }]

const unknownField = (name: unknown): ReturnType<Describe> => [
  { below: [String(name)], code: 'unknown_field', message: 'Unknown field.' },
]

const describe: Readonly<Record<string, Describe>> = {
  required: ({ params }) => [{ below: [String(params['missingProperty'])], code: 'required', message: 'Required.' }],
  additionalProperties: ({ params }) => unknownField(params['additionalProperty']),
  unevaluatedProperties: ({ params }) => unknownField(params['unevaluatedProperty']),
  type: single('invalid_type', ({ type }) => `Must be ${[type].flat().join(' or ')}.`),
  enum: single('invalid_value', () => 'Must be one of the listed values.'),
  const: single('invalid_value', () => 'Must be the one allowed value.'),
  pattern: single('invalid_format', () => 'Invalid format.'),
  'x-text': single('invalid_format', () => 'Invalid format.'),
  format: single('invalid_format', ({ format }) => `Must be a valid ${String(format)}.`),
  minimum: single('too_small', ({ limit }) => `Must be at least ${String(limit)}.`),
  maximum: single('too_large', ({ limit }) => `Must be at most ${String(limit)}.`),
  minLength: single('too_short', ({ limit }) => `Must have at least ${String(limit)} character(s).`),
  maxLength: single('too_long', ({ limit }) => `Must have at most ${String(limit)} characters.`),
  minItems: single('too_short', ({ limit }) => `Must have at least ${String(limit)} item(s).`),
  maxItems: single('too_long', ({ limit }) => `Must have at most ${String(limit)} items.`),
  uniqueItems: ({ data }) =>
    repeatedItems(data as unknown[]).map((index) => ({
      below: [index],
      code: 'duplicate',
      message: 'Duplicate item.',
    })),
  'x-years': ({ schema }) => [
    { code: 'invalid_value', message: `Must be a time between ${(schema as number[]).join(' and ')}.` },
  ],
  'x-unique-by': ({ schema, data }) =>
    repeatedBy(String(schema), data as unknown[]).map((index) => ({
      below: [index, String(schema)],
      code: 'duplicate',
      message: 'Duplicate item.',
    })),
}

/** Writes JSON pointers as Ajv does (RFC 6901). */
function pointerTo(pointer: string, below: readonly PathSegment[]): string {
  return [pointer, ...below.map((segment) => String(segment).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/')
}

/** A JSON pointer does not say whether `0` is an index or a key, so the value decides. */
function segmentsOf(pointer: string, value: unknown): PathSegment[] {
  const segments: PathSegment[] = []
  let here = value
  for (const escaped of pointer.split('/').slice(1)) {
    const key = escaped.replaceAll('~1', '/').replaceAll('~0', '~')
    segments.push(Array.isArray(here) ? Number(key) : key)
    here = typeof here === 'object' && here !== null ? (here as Record<string, unknown>)[key] : undefined
  }
  return segments
}
