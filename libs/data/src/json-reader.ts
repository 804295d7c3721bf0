import type { Static, TSchema } from 'typebox'
import { RowMismatch } from './database-errors.ts'
import { rowOf } from './row.ts'

/** Reads a json column whose members are needed: its text, checked like a row. @throws {RowMismatch} naming the statement */
export function jsonReader<S extends TSchema>(statementName: string, schema: S): (text: string) => Static<S> {
  const parser = rowOf(schema)['~standard']
  return (text) => {
    const parsed = parser.validate(JSON.parse(text))
    if ('issues' in parsed) throw new RowMismatch(statementName)
    return parsed.value
  }
}
