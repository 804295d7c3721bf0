import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import Type, { type Static, type TSchema } from 'typebox'
import { UpstreamError } from '../call/upstream-error.ts'

// Checking the schemas, too, would take 40 ms to compile, and TypeBox builds only valid ones.
const ajv = new Ajv2020({ strict: true, validateFormats: true, meta: false, validateSchema: false })
formats.default(ajv, ['date-time'])

/** The check throws `schema`, and is compiled at its first call. Schemas allow unnamed fields, since A+ adds some in each version. */
export function replyCheck<S extends TSchema>(schema: S): (value: unknown) => Static<S> {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= ajv.compile(schema)
    if (!validate(value)) throw new UpstreamError('schema')
    return value as Static<S>
  }
}

/** `JSON.parse` has already rounded larger ids. */
export const upstreamId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** A+'s own limits are below 260 characters; this limit only keeps nonsense out. */
export const text = Type.String({ maxLength: 1000 })

export function nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()])
}
