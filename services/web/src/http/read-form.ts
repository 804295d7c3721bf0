import { HttpError, readBody } from '@course-grading/http-kit'
import type { RouterContext } from '@koa/router'

const maxFormBytes = 2_000_000
/** The most fields of a form: more than any page has, since each costs time. */
const maxFields = 10_000
const ampersand = 0x26

/** Reads the fields of a form. Browsers send CRLF for the line ends that a person typed, which becomes LF. */
export async function readForm(ctx: RouterContext, limitBytes = maxFormBytes): Promise<URLSearchParams> {
  const fields = await readFields(ctx, { limitBytes, maxFields })
  return new URLSearchParams([...fields].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]))
}

export async function readFields(
  ctx: RouterContext,
  limits: { readonly limitBytes: number; readonly maxFields: number },
): Promise<URLSearchParams> {
  if (ctx.is('application/x-www-form-urlencoded') === false) throw new HttpError('unsupported_media_type')
  const body = Buffer.from(await readBody(ctx, limits.limitBytes))
  if (body.filter((byte) => byte === ampersand).length > limits.maxFields) throw new HttpError('validation_failed')
  return new URLSearchParams(body.toString('utf8'))
}
