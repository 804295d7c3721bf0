import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { parse } from 'yaml'

// The address of the dialect is written in a form that ajv does not have; it reads draft 7 by itself.
const { $schema: _dialect, ...schema } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../schemas/compose-spec.json'), 'utf8'),
) as Record<string, unknown>
const check = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema)

/** What the specification of Compose does not allow in a file, by the position in it. */
export function specificationProblems(text: string): string[] {
  check(parse(text, { merge: true }))
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
