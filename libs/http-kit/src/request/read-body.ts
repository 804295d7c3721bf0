import { bodyLimitBytes } from '@course-grading/contracts/limits'
import type { Context, Middleware } from 'koa'
import { lingerAfterReply } from '../server/linger.ts'
import { isUncoded } from './media-type.ts'
import { paceBody } from './pace-body.ts'
import { HttpError } from '../http-error.ts'

let readText: Middleware | undefined

/** The parser is loaded with the first body: its options' schema takes a tenth of the time of a start. */
async function loadReadText(): Promise<Middleware> {
  const { HttpMethodEnum, koaBody } = await import('koa-body')
  return koaBody({
    json: false,
    urlencoded: false,
    multipart: false,
    text: true,
    textTypes: ['application/json', 'application/merge-patch+json', 'text/csv'],
    textLimit: bodyLimitBytes,
    // `binary` gives one character for each byte, as `latin1`, which the parser reads ten times as slowly; the default would repair bad
    // UTF-8 and drop a byte order mark.
    encoding: 'binary',
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH, HttpMethodEnum.DELETE],
  })
}

/**
 * Nothing is read, and no `100 Continue` sent, before this call: only once the caller was authorized. The server passes `checkContinue` to
 * the app, or Node sends it. @throws HttpError payload_too_large, unsupported_media_type (nothing is ever inflated), request_aborted
 */
export async function readBody(ctx: Context): Promise<Uint8Array> {
  const { req, res, request } = ctx
  if (!isUncoded(req)) throw new HttpError('unsupported_media_type', { closeConnection: true })
  if (Number(req.headers['content-length'] ?? 0) > bodyLimitBytes) throw tooLarge(ctx)
  // `Identity` is the same coding, but the parser below knows its lower-case name only.
  delete req.headers['content-encoding']
  // Empty parameters are allowed, but the parser would not know the type that has one.
  req.headers['content-type'] = req.headers['content-type']?.split(';', 1)[0]?.trimEnd()
  if (waitsForContinue(ctx)) res.writeContinue()
  const cutShort = Promise.withResolvers<never>()
  // After a complete body `close` follows too. Only an `end` before it distinguishes the two cases.
  const onClose = () => {
    if (!req.readableEnded) cutShort.reject(aborted())
  }
  req.once('close', onClose)
  let stopPacing: (() => void) | undefined
  try {
    readText ??= await Promise.race([loadReadText(), cutShort.promise])
    const reading = readText(ctx, async () => {}) as Promise<unknown>
    stopPacing = paceBody(req)
    await Promise.race([reading, cutShort.promise])
  } catch (error) {
    throw httpErrorOf(error, ctx)
  } finally {
    req.off('close', onClose)
    stopPacing?.()
  }
  const text: unknown = request.body
  delete request.body
  return Buffer.from(typeof text === 'string' ? text : '', 'latin1')
}

/** As Node's server decides it: other expectations may stand beside this one. */
function waitsForContinue({ req }: Context): boolean {
  return req.httpVersion === '1.1' && /(?:^|\W)100-continue(?:$|\W)/i.test(req.headers.expect ?? '')
}

/** Recognises errors of other libraries by what happened, never by their text. */
function httpErrorOf(error: unknown, ctx: Context): unknown {
  if (error instanceof Error && 'type' in error && error.type === 'entity.too.large') return tooLarge(ctx)
  return ctx.req.destroyed && !ctx.req.readableEnded ? aborted() : error
}

function tooLarge({ req }: Context): HttpError {
  lingerAfterReply(req)
  return new HttpError('payload_too_large', { closeConnection: true })
}

function aborted(): HttpError {
  return new HttpError('request_aborted', { closeConnection: true })
}
