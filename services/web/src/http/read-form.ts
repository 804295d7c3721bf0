import { HttpError, readBody } from '@course-grading/http-kit'
import type { RouterContext } from '@koa/router'

const maxFormBytes = 2_000_000
/** More than any page of ours has: each costs time. */
const maxFields = 10_000
const ampersand = 0x26

/** The fields of a form. Browsers send CRLF for the line ends that a person typed. */
export async function readForm(ctx: RouterContext, limitBytes = maxFormBytes): Promise<URLSearchParams> {
  if (ctx.is('application/x-www-form-urlencoded') === false) throw new HttpError('unsupported_media_type')
  const body = Buffer.from(await readBody(ctx, limitBytes))
  if (body.filter((byte) => byte === ampersand).length > maxFields) throw new HttpError('validation_failed')
  const fields = new URLSearchParams(body.toString('utf8'))
  return new URLSearchParams([...fields].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]))
}
