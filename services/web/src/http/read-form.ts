import { HttpError, readBody } from '@course-grading/http-kit'
import type { RouterContext } from '@koa/router'

const maxFormBytes = 2_000_000

/** The fields of a form. Browsers send CRLF for the line ends that a person typed. */
export async function readForm(ctx: RouterContext, limitBytes = maxFormBytes): Promise<URLSearchParams> {
  if (ctx.is('application/x-www-form-urlencoded') === false) throw new HttpError('unsupported_media_type')
  const fields = new URLSearchParams(Buffer.from(await readBody(ctx, limitBytes)).toString('utf8'))
  return new URLSearchParams([...fields].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]))
}
