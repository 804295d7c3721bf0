import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { parse } from 'yaml'

const dclint = join(createRequire(import.meta.url).resolve('dclint/package.json'), '..')
// The address of the dialect is written in a form that ajv does not have; it reads draft 7 by itself.
const { $schema: _dialect, ...schema } = JSON.parse(
  readFileSync(join(dclint, 'schemas/compose.schema.json'), 'utf8'),
) as Record<string, unknown>
const check = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema)

/** What the specification of Compose does not allow in a file, by the position in it. */
export function specificationProblems(text: string): string[] {
  check(parse(text, { merge: true }))
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
