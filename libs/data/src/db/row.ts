import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { sql, type QuerySqlToken, type ValueExpression } from 'slonik'
import Type, { type Static, type TSchema } from 'typebox'
import { nameStatement } from './statement-names.ts'

/** The Standard Schema of one row, as Slonik requires it. */
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

/**
 * Checks rows, as the type parsers give them, against a JSON Schema. The schema is compiled with its first row. A service runs a
 * third of all statements, and compiling every schema at the start would take most of the time of a start.
 */
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

type Statement<T> = (template: TemplateStringsArray, ...values: ValueExpression[]) => QuerySqlToken<RowParser<T>>

const noRow = Type.Object({})

/**
 * The tag of one statement, made once at the top of its module; without `row`, of one that returns nothing. Its name is the
 * metric's label, and each connection prepares the statement under it. So its text must always be the same: pass lists as
 * arrays, never as a varying number of placeholders.
 */
export function statement<S extends TSchema = typeof noRow>(
  name: string,
  row: S | typeof noRow = noRow,
): Statement<Static<S>> {
  nameStatement(name)
  return sql.prepared(name, rowOf(row as S))
}
