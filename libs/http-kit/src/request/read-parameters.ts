import { maxId } from '@course-grading/contracts/schemas/ids'
import type { Issue } from '@course-grading/domain/errors/domain-error'
import { jsonPath } from '@course-grading/domain/json/json-path'
import type { TObject, TSchema } from 'typebox'
import { HttpError } from '../errors/http-error.ts'
import { parseId } from './request-target.ts'
import { createValidator } from '@course-grading/validation'

type Values = Record<string, unknown>

/** How the text of a parameter becomes a value of a schema's type; null if it is no such value. */
const parsers: Readonly<Record<string, Parser>> = {
  integer: {
    parse: parseId,
    expects: ({ minimum = 1, maximum = maxId }) => `a decimal integer from ${minimum} to ${maximum}`,
  },
  boolean: {
    parse: (text) => (text === 'true' ? true : text === 'false' ? false : null),
    expects: () => 'true or false',
  },
}

type Property = TSchema & { readonly type?: string; readonly minimum?: number; readonly maximum?: number }

interface Parser {
  readonly parse: (text: string) => unknown
  readonly expects: (property: Property) => string
}

/** Integers in a path are upstream ids, all else is text. The reader throws HttpError validation_failed, with every wrong parameter */
export function pathReader(
  schema: TObject | undefined,
): (given: Readonly<Record<string, string>>) => Record<string, never> {
  const read = valuesReader(schema)
  return (given) => {
    const { values, issues } = read(Object.entries(given))
    if (issues.length > 0) throw new HttpError('validation_failed', { issues })
    return values as Record<string, never>
  }
}

/** Rejects unknown names: a misspelt filter shows too much. The reader throws HttpError validation_failed, with every wrong parameter */
export function queryReader(schema: TObject | undefined): (rawUrl: string) => Record<string, never> {
  const read = valuesReader(schema)
  const validate = schema && createValidator(schema)
  return (rawUrl) => {
    const start = rawUrl.indexOf('?')
    const { values, issues } = read(start === -1 ? [] : [...fieldsOf(rawUrl.slice(start + 1))])
    const rejected = new Set(issues.map(({ path }) => path))
    const all = [...issues, ...(validate?.(values) ?? []).filter(({ path }) => !rejected.has(path))]
    if (all.length > 0) throw new HttpError('validation_failed', { issues: all })
    return values as Record<string, never>
  }
}

type Field = readonly [name: string, text: string | null]

function* fieldsOf(query: string): Iterable<Field> {
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    yield [name ?? pair, name === null ? null : decode(equals === -1 ? '' : pair.slice(equals + 1))]
  }
}

/** Decodes as forms encode: a plus is a space. Null if the bytes are not UTF-8. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

function valuesReader(schema: TObject | undefined) {
  const properties = new Map(Object.entries<Property>(schema?.properties ?? {}))
  const validators = new Map(
    [...properties].map(([name, property]) => [name, property.type === 'integer' ? null : createValidator(property)]),
  )
  return (fields: readonly Field[]): { readonly values: Values; readonly issues: readonly Issue[] } => {
    const values: Values = {}
    const issues: Issue[] = []
    const reject = (name: string, code: Issue['code'], message: string): void => {
      issues.push({ path: jsonPath([name]), code, message })
    }
    for (const [name, text] of fields) {
      const property = properties.get(name)
      if (property === undefined) reject(name, 'unknown_field', 'Unknown parameter.')
      else if (Object.hasOwn(values, name)) reject(name, 'duplicate', 'Must be given once.')
      else if (text === null) reject(name, 'invalid_format', 'Must be text in UTF-8.')
      else if (text.includes('\0') && parsers[property.type ?? ''] === undefined)
        reject(name, 'invalid_value', 'Must not contain U+0000 (NUL).')
      else {
        const parser = parsers[property.type ?? '']
        const value = parser === undefined ? text : parser.parse(text)
        if (value === null) reject(name, 'invalid_format', `Must be ${parser?.expects(property)}.`)
        else
          issues.push(...(validators.get(name)?.(value) ?? []).map((issue) => ({ ...issue, path: jsonPath([name]) })))
        values[name] = value
      }
    }
    return { values, issues }
  }
}
