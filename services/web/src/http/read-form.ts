import { HttpError } from '@course-grading/http-kit'
import type { RouterContext } from '@koa/router'
import { turnOf } from './turns.ts'

/** The most that a form may have: each field costs time. Counted before anything is parsed. */
export interface FormLimits {
  readonly bytes: number
  readonly fields: number
}

const ampersand = 0x26

/** Reads the fields of a form. Browsers send CRLF for the line ends that a person typed, which becomes LF. */
export async function readForm(ctx: RouterContext, limits: FormLimits): Promise<URLSearchParams> {
  const fields = await readFields(ctx, limits)
  return new URLSearchParams([...fields].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]))
}

/** @throws HttpError unsupported_media_type, payload_too_large, validation_failed, overloaded */
export async function readFields(ctx: RouterContext, limits: FormLimits): Promise<URLSearchParams> {
  if (ctx.is('application/x-www-form-urlencoded') === false) throw new HttpError('unsupported_media_type')
  const body = Buffer.from(await turnOf(ctx).readBody(limits.bytes))
  if (body.filter((byte) => byte === ampersand).length >= limits.fields) throw tooMany()
  return new URLSearchParams(body.toString('utf8'))
}

export const tooMany = (): HttpError =>
  new HttpError('validation_failed', {
    issues: [{ path: '$', code: 'too_large', message: 'Has more fields than this may have.' }],
  })
