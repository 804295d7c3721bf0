import type { Operation } from '@course-grading/contracts'
import { readJson } from '@course-grading/domain'
import type { Context } from 'koa'
import { announcesBody, giveTimeForCsv } from './late-body.ts'
import { requireMediaType, type BodyMediaType } from './media-type.ts'
import { readBody } from './read-body.ts'
import { Refusal } from './refusal.ts'
import { compileValidator, type Validator } from './validate.ts'

/** How the body of one operation is looked at: its media type first, its bytes later, when everything before has passed. */
export interface BodyReader {
  /** @throws Refusal unsupported_media_type */
  readonly requireMediaType: (ctx: Context) => void
  /** @throws Refusal payload_too_large, validation_failed, request_aborted */
  readonly read: (ctx: Context) => Promise<unknown>
}

const nothing = { type: 'object', additionalProperties: false }

/** By the contract: JSON that fits a schema, CSV as bytes, or nothing, which is spelt `{}` too; null for a read. */
export function bodyReader(operation: Operation): BodyReader | null {
  if (operation.csvBody) return withBody('text/csv', readCsv)
  if (operation.body) {
    const required = jsonReader(operation.body)
    return operation.bodyOptional ? whereGiven(required, {}) : required
  }
  if (operation.method === 'get') return null
  return whereGiven(jsonReader(nothing), undefined)
}

function jsonReader(schema: object): BodyReader {
  const validate = compileValidator(schema)
  return withBody('application/json', async (ctx) => validJson(await readBody(ctx), validate))
}

function readCsv(ctx: Context): Promise<Uint8Array> {
  giveTimeForCsv(ctx.req)
  return readBody(ctx)
}

function withBody(mediaType: BodyMediaType, read: BodyReader['read']): BodyReader {
  return { requireMediaType: ({ req }) => requireMediaType(req, mediaType), read }
}

function whereGiven(reader: BodyReader, otherwise: unknown): BodyReader {
  return {
    requireMediaType: (ctx) => { if (announcesBody(ctx.req)) reader.requireMediaType(ctx) },
    read: async (ctx) => {
      if (!announcesBody(ctx.req)) return otherwise
      const value = await reader.read(ctx)
      return otherwise === undefined ? undefined : value
    },
  }
}

function validJson(bytes: Uint8Array, validate: Validator): unknown {
  const reading = readJson(bytes)
  const issues = reading.ok ? validate(reading.value) : [reading.issue]
  if (!reading.ok || issues.length > 0) throw new Refusal('validation_failed', { issues })
  return reading.value
}
