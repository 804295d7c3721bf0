import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import Type, { type Static, type TSchema } from 'typebox'
import { UpstreamError } from '../errors.ts'

const ajv = new Ajv2020({ strict: true, validateFormats: true })
formats.default(ajv, ['date-time'])

/**
 * Compiles the schema of an answer into a function that gives the value with its type or throws `schema`. Schemas name
 * the fields that are read and allow others: A+ adds fields from version to version.
 */
export function replyCheck<S extends TSchema>(schema: S): (value: unknown) => Static<S> {
  const validate = ajv.compile(schema)
  return (value) => {
    if (!validate(value)) throw new UpstreamError('schema')
    return value as Static<S>
  }
}

/** An id of A+: larger ones have been rounded by `JSON.parse` already, so they are garbage. */
export const upstreamId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** A text of A+. Its own limits are below 260 characters; this one only keeps nonsense out. */
export const text = Type.String({ maxLength: 1000 })

export function nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()])
}
