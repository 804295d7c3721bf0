import { HttpError } from '@course-grading/http-kit'
import type { RouterContext } from '@koa/router'
import { turnOf } from './turns.ts'

/** The most that a form may have: each field costs time. Counted before anything is parsed. */
export interface FormLimits {
  readonly bytes: number
  readonly fields: number
}

const ampersand = 0x26

export const readForm = async (ctx: RouterContext, limits: FormLimits): Promise<URLSearchParams> =>
  parseForm(await readFormBytes(ctx, limits))

/** Browsers send CRLF for the line ends that a person typed, which becomes LF. */
export const parseForm = (bytes: Buffer): URLSearchParams =>
  new URLSearchParams([...parseFields(bytes)].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]))

export const parseFields = (bytes: Buffer): URLSearchParams => new URLSearchParams(bytes.toString('utf8'))

/** @throws HttpError unsupported_media_type, payload_too_large, validation_failed, overloaded */
export async function readFormBytes(ctx: RouterContext, limits: FormLimits): Promise<Buffer> {
  if (ctx.is('application/x-www-form-urlencoded') === false) throw new HttpError('unsupported_media_type')
  const bytes = Buffer.from(await turnOf(ctx).readBody(limits.bytes))
  let fields = 1
  for (let at = bytes.indexOf(ampersand); at !== -1; at = bytes.indexOf(ampersand, at + 1)) fields += 1
  if (fields > limits.fields) throw tooMany()
  return bytes
}

/**
 * Reads the fields of a form that may have files, which become text. A byte that is no UTF-8 becomes U+FFFD. The form without files, which
 * a page that carries it sends, is read, too.
 */
export async function readUpload(ctx: RouterContext, limits: FormLimits): Promise<URLSearchParams> {
  if (ctx.is('multipart/form-data') === false) return await readForm(ctx, limits)
  const bytes = Buffer.from(await turnOf(ctx).readBody(limits.bytes))
  const mediaType = ctx.get('content-type')
  const boundary = /boundary="?([^";]+)/i.exec(mediaType)?.[1] ?? ''
  if (boundary === '' || bytes.toString('latin1').split(`--${boundary}`, limits.fields + 3).length > limits.fields + 2)
    throw tooMany()
  const parts = await formDataOf(bytes, mediaType)
  const fields = await Promise.all(
    [...parts].map(async ([name, value]) => [name, typeof value === 'string' ? value : await value.text()] as const),
  )
  return new URLSearchParams(fields.map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]))
}

async function formDataOf(bytes: Buffer, mediaType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': mediaType } }).formData()
  } catch {
    throw new HttpError('validation_failed')
  }
}

export const tooMany = (): HttpError =>
  new HttpError('validation_failed', {
    issues: [{ path: '$', code: 'too_large', message: 'Has more fields than this may have.' }],
  })
