import type { BodyLimits } from '@course-grading/contracts/operation/limits'
import type { Operation } from '@course-grading/contracts/operation/operation'
import type { Issue } from '@course-grading/domain/errors/domain-error'
import type { Context } from 'koa'
import { announcesBody, giveTimeForCsv } from './late-body.ts'
import { isWithoutHeader, requireMediaType, type BodyMediaType } from './media-type.ts'
import { readBody } from './read-body.ts'
import { HttpError } from '../errors/http-error.ts'
import { validJson } from './valid-json.ts'
import { createValidator, type Validator } from '@course-grading/validation'

/** Checks the body of one operation. Its media type comes first; its bytes are read after all checks in between have passed. */
interface BodyReader {
  readonly requireMediaType: (ctx: Context) => void
  /** @throws HttpError payload_too_large, validation_failed, request_aborted, overloaded */
  readonly read: (ctx: Context, userId?: number) => Promise<unknown>
}

const noHeader: Issue = { path: '$.header', code: 'required', message: 'The first line must name the columns.' }
const nothing = { type: 'object', additionalProperties: false }

/** For JSON that fits a schema, CSV as bytes, or no body (then `{}` is accepted, too). Null for a read. */
export function bodyReader(operation: Operation): BodyReader | null {
  const { maxBody } = operation
  if (operation.csvBody) return withBody('text/csv', (ctx) => readCsv(ctx, maxBody.bytes))
  if (operation.body) {
    const validate = createValidator(operation.body)
    if (operation.bodyOptional) return whereGiven(maxBody, validate, {})
    const mediaType = operation.mergePatch ? 'application/merge-patch+json' : 'application/json'
    return withBody(mediaType, async (ctx, userId) =>
      validJson(await readBody(ctx, maxBody.bytes), maxBody, validate, userId),
    )
  }
  if (operation.method === 'get') return null
  return whereGiven(maxBody, createValidator(nothing), undefined)
}

async function readCsv(ctx: Context, limitBytes: number): Promise<Uint8Array> {
  giveTimeForCsv(ctx.req)
  const bytes = await readBody(ctx, limitBytes)
  if (isWithoutHeader(ctx.req)) throw new HttpError('invalid_csv', { issues: [noHeader] })
  return bytes
}

function withBody(mediaType: BodyMediaType, read: BodyReader['read']): BodyReader {
  return { requireMediaType: ({ req }) => requireMediaType(req, mediaType), read }
}

/** A body that was announced, but has no byte, counts as absent. */
function whereGiven(maxBody: BodyLimits, validate: Validator, otherwise: unknown): BodyReader {
  return {
    requireMediaType: ({ req }) => {
      if (announcesBody(req)) requireMediaType(req, 'application/json')
    },
    read: async (ctx, userId) => {
      const bytes = announcesBody(ctx.req) ? await readBody(ctx, maxBody.bytes) : null
      if (bytes === null || bytes.length === 0) return otherwise
      const value = await validJson(bytes, maxBody, validate, userId)
      return otherwise === undefined ? undefined : value
    },
  }
}
