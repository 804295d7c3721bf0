import { highlightLanguages } from '@course-grading/contracts/settings/highlight-languages'
import { type Page, table } from '../page.ts'
import type { OpenApiDocument, Schema } from './document.ts'

/** Enumerations above this length are shown by their first values. */
const maxShownValues = 20

/** The page of all schemas. */
export function schemaPages({ components }: OpenApiDocument): Page[] {
  const sections = Object.entries(components.schemas).map(([name, schema]) => section(name, schema))
  return [
    {
      path: 'reference/schemas',
      title: 'Schemas',
      description: 'Every object of the public API, field by field.',
      order: 90,
      body: ['A field is always there unless it is called optional. Unknown fields are refused.', ...sections].join(
        '\n\n',
      ),
    },
    {
      path: 'reference/highlight-languages',
      title: 'Highlight languages',
      description: 'The values that highlightLanguages may have.',
      order: 91,
      body: `\`highlightLanguages\` takes these names:\n\n${highlightLanguages.map((name) => `\`${name}\``).join(', ')}.`,
    },
  ]
}

/** The link to a schema's section. */
export const schemaLink = (name: string): string => `[${name}](/reference/schemas/#${name.toLowerCase()})`

function section(name: string, schema: Schema): string {
  const required = new Set(schema.required)
  const rows = Object.entries(schema.properties ?? {}).map(([field, value]) => [
    `\`${field}\`${required.has(field) ? '' : ' (optional)'}`,
    typeOf(value),
    [value.description ?? '', limitsOf(value)].filter((text) => text !== '').join(' '),
  ])
  const fields = rows.length === 0 ? 'Any object.' : table(['Field', 'Type', 'Meaning and limits'], rows)
  return [`## ${name}`, schema.description ?? '', fields].filter((text) => text !== '').join('\n\n')
}

/** The type of a value, in words. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schemaLink(schema.$ref.replace('#/components/schemas/', ''))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return choices.map(typeOf).join(' or ')
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`
  if (schema.enum !== undefined) return valuesOf(schema.enum)
  return typeof schema.type === 'string' ? schema.type : (schema.type ?? ['any value']).join(' or ')
}

function valuesOf(values: readonly unknown[]): string {
  if (values.length > maxShownValues) return `one of ${values.length} [names](/reference/highlight-languages/)`
  return values.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
}

/** What limits a value beyond its type, as a sentence; empty if nothing does. */
export function limitsOf(schema: Schema): string {
  const own = [
    range(schema.minLength, schema.maxLength, 'characters'),
    range(schema.minItems, schema.maxItems, 'items'),
    range(schema.minimum, schema.maximum, ''),
    schema.uniqueItems === true ? 'no value twice' : '',
    schema.pattern === undefined ? '' : `pattern \`${schema.pattern}\``,
  ].filter((text) => text !== '')
  const inner = schema.items === undefined ? '' : limitsOf(schema.items)
  const sentences = [own.join('; '), inner === '' ? '' : `each: ${inner.replace(/\.$/, '')}`].filter(
    (text) => text !== '',
  )
  return sentences.length === 0 ? '' : `${capital(sentences.join('; '))}.`
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  const numbers =
    max === undefined
      ? min === undefined
        ? ''
        : `at least ${min}`
      : min === undefined
        ? `at most ${max}`
        : `${min} to ${max}`
  return numbers === '' ? '' : `${numbers} ${unit}`.trim()
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
