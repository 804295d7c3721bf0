import { type RawHeaderSource, headerLines, singleHeader } from './raw-headers.ts'
import { HttpError } from '../errors/http-error.ts'

const charset = 'charset=(?:utf-8|"utf-8")'
/** The parameter of a CSV that says whether its first line is a header (RFC 4180, 3). */
const header = 'header=(?:present|absent|"present"|"absent")'

/** Allows each parameter at most once, and empty parameters, as in `application/json;` (RFC 9110, 5.6.6). */
function withParameters(mediaType: string, ...parameters: readonly string[]): RegExp {
  const each = parameters.map((parameter) => `(?!(?:.*;[ \\t]*${parameter.split('=')[0]}=){2})`)
  return new RegExp(
    `^${mediaType}${each.join('')}(?:(?:[ \\t]*;)+[ \\t]*(?:${parameters.join('|')}))*(?:[ \\t]*;)*$`,
    'i',
  )
}

const accepted = {
  'application/json': withParameters('application/json', charset),
  'application/merge-patch+json': withParameters(String.raw`application/merge-patch\+json`, charset),
  'text/csv': withParameters('text/csv', charset, header),
}

export type BodyMediaType = keyof typeof accepted

/** Allows no parameter but `charset=utf-8`, a CSV's `header` and empty ones, and no coding. @throws HttpError unsupported_media_type */
export function requireMediaType(req: RawHeaderSource, mediaType: BodyMediaType): void {
  const contentType = singleHeader(req, 'content-type')
  const isOfType = contentType.kind === 'one' && accepted[mediaType].test(contentType.value)
  if (!isOfType || !isUncoded(req)) throw new HttpError('unsupported_media_type')
}

export function isWithoutHeader(req: RawHeaderSource): boolean {
  const contentType = singleHeader(req, 'content-type')
  return contentType.kind === 'one' && /;[ \t]*header="?absent/i.test(contentType.value)
}

/** Whether the body needs no decoding: there is no Content-Encoding line, or one that says `identity`. */
export function isUncoded(req: RawHeaderSource): boolean {
  const [coding, second] = headerLines(req, 'content-encoding')
  return coding === undefined || (second === undefined && coding.toLowerCase() === 'identity')
}
