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

export const tooMany = (): HttpError =>
  new HttpError('validation_failed', {
    issues: [{ path: '$', code: 'too_large', message: 'Has more fields than this may have.' }],
  })
