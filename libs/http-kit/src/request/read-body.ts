import { bodyLimitBytes } from '@course-grading/contracts/operation/limits'
import type { Context, Middleware } from 'koa'
import { bodyFailure } from '../server/body-failure.ts'
import { lingerAfterReply } from '../server/linger.ts'
import { isUncoded } from './media-type.ts'
import { paceBody } from './pace-body.ts'
import { HttpError } from '../errors/http-error.ts'

const readers = new Map<number, Promise<Middleware>>()

/** Loads koa-body with the first body, since the schema of its options takes a tenth of the time of a start. */
async function loadReader(limitBytes: number): Promise<Middleware> {
  const { HttpMethodEnum, koaBody } = await import('koa-body')
  return koaBody({
    json: false,
    urlencoded: false,
    multipart: false,
    text: true,
    textTypes: [
      'application/json',
      'application/merge-patch+json',
      'text/csv',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ],
    textLimit: limitBytes,
    // `binary` gives one character for each byte, ten times as fast as `latin1`. The default repairs bad UTF-8 and drops a byte order mark.
    encoding: 'binary',
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH, HttpMethodEnum.DELETE],
  })
}

/**
 * Called once the caller is authorised: before, nothing is read, and no `100 Continue` sent. Nothing is ever inflated. @throws HttpError
 * payload_too_large above the limit of all bodies, validation_failed above a lower `limitBytes` or for a body that is no HTTP;
 * request_timeout, unsupported_media_type, request_aborted
 */
export async function readBody(ctx: Context, limitBytes = bodyLimitBytes): Promise<Uint8Array> {
  const { req, res, request } = ctx
  if (!isUncoded(req)) throw new HttpError('unsupported_media_type', { closeConnection: true })
  const announcedBytes = Number(req.headers['content-length'] ?? 0)
  if (announcedBytes > bodyLimitBytes) throw tooLarge(ctx, bodyLimitBytes)
  if (announcedBytes > limitBytes) throw tooLarge(ctx, limitBytes)
  // koa-body knows the coding `identity` in lower case only.
  delete req.headers['content-encoding']
  // koa-body does not know a media type with an empty parameter, which is allowed. The caller needs the boundary of a form with files.
  const mediaType = req.headers['content-type']
  req.headers['content-type'] = mediaType?.split(';', 1)[0]?.trimEnd()
  if (waitsForContinue(ctx)) res.writeContinue()
  const cutShort = Promise.withResolvers<never>()
  const neverComplete = [cutShort.promise, ...bodyFailure(req)]
  // `close` also follows a complete body, but only after `end`.
  const onClose = () => {
    if (!req.readableEnded) cutShort.reject(aborted())
  }
  req.once('close', onClose)
  let stopPacing: (() => void) | undefined
  try {
    const loading = readers.getOrInsertComputed(limitBytes, loadReader)
    const readText = await Promise.race([loading, ...neverComplete])
    const reading = readText(ctx, async () => {}) as Promise<unknown>
    stopPacing = paceBody(req)
    await Promise.race([reading, ...neverComplete])
  } catch (error) {
    throw httpErrorOf(error, ctx, limitBytes)
  } finally {
    req.off('close', onClose)
    req.headers['content-type'] = mediaType
    stopPacing?.()
  }
  const text: unknown = request.body
  delete request.body
  return Buffer.from(typeof text === 'string' ? text : '', 'latin1')
}

/** Decides as Node's server does: other expectations may stand beside `100-continue`. */
function waitsForContinue({ req }: Context): boolean {
  return req.httpVersion === '1.1' && /(?:^|\W)100-continue(?:$|\W)/i.test(req.headers.expect ?? '')
}

function httpErrorOf(error: unknown, ctx: Context, limitBytes: number): unknown {
  if (error instanceof Error && 'type' in error && error.type === 'entity.too.large') return tooLarge(ctx, limitBytes)
  return ctx.req.destroyed && !ctx.req.readableEnded ? aborted() : error
}

function tooLarge({ req }: Context, limitBytes: number): HttpError {
  lingerAfterReply(req)
  if (limitBytes === bodyLimitBytes) return new HttpError('payload_too_large', { closeConnection: true })
  const message = `Must have at most ${limitBytes.toLocaleString('en-US')} bytes.`
  return new HttpError('validation_failed', {
    closeConnection: true,
    issues: [{ path: '$', code: 'too_large', message }],
  })
}

function aborted(): HttpError {
  return new HttpError('request_aborted', { closeConnection: true })
}
