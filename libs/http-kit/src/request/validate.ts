import { normalizeText, readTime, repeatedBy, repeatedItems, utcWithin } from '@course-grading/contracts/keywords'
import type { Issue, IssueCode } from '@course-grading/domain/errors'
import { jsonPath, type PathSegment } from '@course-grading/domain/json/json-path'
import { _, Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { cutOversized } from './cut-oversized.ts'

/** NFC combines at most four characters of two UTF-16 units. A longer text is not normalised, which could take quadratic time. */
const maxShrinking = 8

/** Finds everything that is wrong; it may normalise text in place. */
export type Validator = (value: unknown) => readonly Issue[]

// TypeBox builds the schemas, so they need no check by the schema of schemas, which takes 40 ms to compile.
const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  verbose: true,
  meta: false,
  validateSchema: false,
})
addFormats.default(ajv)
// The expression of ajv-formats only checks the characters, not whether the host and the port are possible.
const uri = ajv.formats['uri'] as (text: string) => boolean
ajv.addFormat('uri', (text) => uri(text) && URL.canParse(text))
// That of ajv-formats takes many texts that are no time of RFC 3339, or that no database holds.
ajv.addFormat('date-time', (text) => readTime(text) !== null)
// Ajv counts the characters of every text. That is not needed if its number of UTF-16 units is within the limit already.
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
  keyword: 'x-unique-by',
  type: 'array',
  schemaType: 'string',
  validate: (field: string, items: unknown[]) => repeatedBy(field, items).length === 0,
})

/** Issues have the contract's codes. Schemas are compiled with the first value: all at the start would take longer than the rest of it. */
export function createValidator(schema: object): Validator {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= ajv.compile(schema)
    const oversized = cutOversized(schema, value)
    if (validate(value)) return oversized
    const cut = new Set(oversized.map(({ path }) => path))
    return [...oversized, ...issuesOf(validate.errors ?? [], value).filter(({ path }) => !cut.has(path))]
  }
}

function characterCount(text: string): number {
  let count = 0
  for (const _character of text) count += 1
  return count
}

function issuesOf(errors: readonly ErrorObject[], value: unknown): Issue[] {
  const issues = errors.flatMap((error) => issuesOfError(error, segmentsOf(error.instancePath, value)))
  // A value of the wrong type breaks most of its other rules too. Only the issue about its type is useful.
  const mistyped = new Set(issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => path))
  // A wrong form may break a pattern and a format, one problem to a reader. All unknown fields are kept: long names are cut in paths, so
  // several may be equal.
  const misshapen = new Set<string>()
  return issues.filter(({ path, code }) => {
    if (code !== 'invalid_type' && mistyped.has(path)) return false
    if (code !== 'invalid_format') return true
    const isNew = !misshapen.has(path)
    misshapen.add(path)
    return isNew
  })
}

type Describe = (
  error: ErrorObject,
  at: readonly PathSegment[],
) => readonly { at: readonly PathSegment[]; code: IssueCode; message: string }[]

const single =
  (code: IssueCode, message: (params: Record<string, unknown>) => string): Describe =>
  (error, at) => [{ at, code, message: message(error.params) }]

const unknownField = (at: readonly PathSegment[], name: unknown): ReturnType<Describe> => [
  { at: [...at, String(name)], code: 'unknown_field', message: 'Unknown field.' },
]

const describe: Readonly<Record<string, Describe>> = {
  required: (error, at) => [
    { at: [...at, String(error.params['missingProperty'])], code: 'required', message: 'Required.' },
  ],
  additionalProperties: (error, at) => unknownField(at, error.params['additionalProperty']),
  unevaluatedProperties: (error, at) => unknownField(at, error.params['unevaluatedProperty']),
  type: single('invalid_type', ({ type }) => `Must be ${[type].flat().join(' or ')}.`),
  enum: single('invalid_value', () => 'Must be one of the listed values.'),
  const: single('invalid_value', () => 'Must be the one allowed value.'),
  pattern: single('invalid_format', () => 'Invalid format.'),
  format: single('invalid_format', ({ format }) => `Must be a valid ${String(format)}.`),
  minimum: single('too_small', ({ limit }) => `Must be at least ${String(limit)}.`),
  maximum: single('too_large', ({ limit }) => `Must be at most ${String(limit)}.`),
  minLength: single('too_short', ({ limit }) => `Must have at least ${String(limit)} character(s).`),
  maxLength: single('too_long', ({ limit }) => `Must have at most ${String(limit)} characters.`),
  minItems: single('too_short', ({ limit }) => `Must have at least ${String(limit)} item(s).`),
  maxItems: single('too_long', ({ limit }) => `Must have at most ${String(limit)} items.`),
  uniqueItems: (error, at) =>
    repeatedItems(error.data as unknown[]).map((index) => ({
      at: [...at, index],
      code: 'duplicate',
      message: 'Duplicate item.',
    })),
  'x-years': ({ schema }, at) => [
    { at, code: 'invalid_value', message: `Must be a time between ${(schema as number[]).join(' and ')}.` },
  ],
  'x-unique-by': (error, at) =>
    repeatedBy(String(error.schema), error.data as unknown[]).map((index) => ({
      at: [...at, index, String(error.schema)],
      code: 'duplicate',
      message: 'Duplicate item.',
    })),
}

function issuesOfError(error: ErrorObject, at: readonly PathSegment[]): Issue[] {
  const found = describe[error.keyword]?.(error, at) ?? [{ at, code: 'invalid_value' as const, message: 'Invalid.' }]
  return found.map(({ at: segments, code, message }) => ({ path: jsonPath(segments), code, message }))
}

/** A JSON pointer does not say whether `0` is an index or a key: the value does. */
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
