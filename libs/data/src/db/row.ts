import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { sql, type QuerySqlToken, type ValueExpression } from 'slonik'
import Type, { type Static, type TSchema } from 'typebox'

export interface RowParser<T> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'course-grading'
    readonly validate: (
      value: unknown,
    ) => { readonly value: T } | { readonly issues: readonly { readonly message: string }[] }
    readonly types?: { readonly input: T; readonly output: T }
  }
}

// TypeBox builds the schemas, so they need no check by the schema of schemas, which takes 40 ms to compile.
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, meta: false, validateSchema: false })

/** Checks rows, as the type parsers give them, against a JSON Schema, which is compiled when the first row is checked. */
export function rowOf<S extends TSchema>(schema: S): RowParser<Static<S>> {
  let compiled: ValidateFunction | undefined
  const matches = (value: unknown): boolean => (compiled ??= ajv.compile(schema))(value)
  return {
    '~standard': {
      version: 1,
      vendor: 'course-grading',
      validate: (value) => (matches(value) ? { value: value as Static<S> } : { issues: [{ message: 'row mismatch' }] }),
    },
  }
}

/** A `bytea` as it comes out of the driver. */
export const bytes = Type.Unsafe<Buffer>({ type: 'object' })

/** A document that this package has written: parsed by the driver, and not checked again. */
export const json = <Value>() => Type.Unsafe<Value>({})

export const countRow = Type.Object({ count: Type.Integer() })

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

/** A statement whose rows are checked. After a lost connection, `isWrite` decides whether it may have changed something. */
export type StatementToken<T> = QuerySqlToken<RowParser<T>> & { readonly isWrite: boolean }
export type Statement<T> = (template: TemplateStringsArray, ...values: ValueExpression[]) => StatementToken<T>

const noRow = Type.Object({})

interface Known {
  readonly row: TSchema
  readonly isWrite: boolean
  readonly tag: Statement<unknown>
}

const known = new Map<string, Known>()

/**
 * The tag of one statement that changes nothing, locks apart; without `row`, of one that returns nothing. The name is the metric's label,
 * and each connection prepares the statement under it. So row and text must always be the same: `row` is a constant of its module, and
 * lists are passed as arrays, never as a varying number of placeholders.
 *
 * @throws Error for another row or another text under a name that is known
 */
export const read = <S extends TSchema = typeof noRow>(name: string, row: S | typeof noRow = noRow) =>
  statement(name, row, false)

export const write = <S extends TSchema = typeof noRow>(name: string, row: S | typeof noRow = noRow) =>
  statement(name, row, true)

function statement<S extends TSchema>(name: string, row: S | typeof noRow, isWrite: boolean): Statement<Static<S>> {
  const found = known.getOrInsertComputed(name, () => ({ row, isWrite, tag: tagOf(name, row, isWrite) }))
  if (found.row !== row || found.isWrite !== isWrite) throw new Error(`two statements are named ${name}`)
  return found.tag as Statement<Static<S>>
}

function tagOf(name: string, row: TSchema, isWrite: boolean): Statement<unknown> {
  const prepared = sql.prepared(name, rowOf(row))
  let text: string | undefined
  return (template, ...values) => {
    const token = prepared(template, ...values)
    text ??= token.sql
    if (token.sql !== text) throw new Error(`two statements are named ${name}`)
    return { ...token, isWrite }
  }
}
