import type { Operation } from '@course-grading/contracts/operation'
import type { Issue } from '@course-grading/domain/errors'
import { readJson } from '@course-grading/domain/json/read-json'
import type { Context } from 'koa'
import { announcesBody, giveTimeForCsv } from './late-body.ts'
import { isWithoutHeader, requireMediaType, type BodyMediaType } from './media-type.ts'
import { readBody } from './read-body.ts'
import { HttpError } from '../http-error.ts'
import { createValidator, type Validator } from './validate.ts'

/** How the body of one operation is checked: its media type first, and its bytes later, when all checks in between have passed. */
interface BodyReader {
  /** @throws HttpError unsupported_media_type */
  readonly requireMediaType: (ctx: Context) => void
  /** @throws HttpError payload_too_large, validation_failed, request_aborted */
  readonly read: (ctx: Context) => Promise<unknown>
}

const noHeader: Issue = { path: '$.header', code: 'required', message: 'The first line must name the columns.' }
const nothing = { type: 'object', additionalProperties: false }

/** Reads JSON that fits a schema, CSV as bytes, or no body, where `{}` is accepted too. Null for a read. */
export function bodyReader(operation: Operation): BodyReader | null {
  if (operation.csvBody) return withBody('text/csv', readCsv)
  if (operation.body) {
    const validate = createValidator(operation.body)
    if (operation.bodyOptional) return whereGiven(validate, {})
    const mediaType = operation.mergePatch ? 'application/merge-patch+json' : 'application/json'
    return withBody(mediaType, async (ctx) => validJson(await readBody(ctx), validate))
  }
  if (operation.method === 'get') return null
  return whereGiven(createValidator(nothing), undefined)
}

async function readCsv(ctx: Context): Promise<Uint8Array> {
  giveTimeForCsv(ctx.req)
  const bytes = await readBody(ctx)
  if (isWithoutHeader(ctx.req)) throw new HttpError('invalid_csv', { issues: [noHeader] })
  return bytes
}

function withBody(mediaType: BodyMediaType, read: BodyReader['read']): BodyReader {
  return { requireMediaType: ({ req }) => requireMediaType(req, mediaType), read }
}

/** A body that was announced, but has no byte, counts as none. */
function whereGiven(validate: Validator, otherwise: unknown): BodyReader {
  return {
    requireMediaType: ({ req }) => {
      if (announcesBody(req)) requireMediaType(req, 'application/json')
    },
    read: async (ctx) => {
      const bytes = announcesBody(ctx.req) ? await readBody(ctx) : null
      if (bytes === null || bytes.length === 0) return otherwise
      const value = validJson(bytes, validate)
      return otherwise === undefined ? undefined : value
    },
  }
}

function validJson(bytes: Uint8Array, validate: Validator): unknown {
  const reading = readJson(bytes)
  const issues = reading.ok ? validate(reading.value) : [reading.issue]
  if (!reading.ok || issues.length > 0) throw new HttpError('validation_failed', { issues })
  return reading.value
}
