import { type RawHeaderSource, headerLines, singleHeader } from './raw-headers.ts'
import { HttpError } from '../reply/http-error.ts'

/** Parameters may be empty, as in `application/json;` (RFC 9110, 5.6.6). */
function withOptionalCharset(mediaType: string): RegExp {
  return new RegExp(`^${mediaType}(?:(?:[ \\t]*;)+[ \\t]*charset=(?:utf-8|"utf-8"))?(?:[ \\t]*;)*$`, 'i')
}

const accepted = {
  'application/json': withOptionalCharset('application/json'),
  'application/merge-patch+json': withOptionalCharset(String.raw`application/merge-patch\+json`),
  'text/csv': withOptionalCharset('text/csv'),
}

/** The media types of request bodies. */
export type BodyMediaType = keyof typeof accepted

/**
 * Requires headers that declare the body as uncompressed text of `mediaType` in UTF-8: one Content-Type line, with no parameter
 * but `charset=utf-8` and empty ones, and no content coding but `identity`.
 * @throws HttpError unsupported_media_type
 */
export function requireMediaType(req: RawHeaderSource, mediaType: BodyMediaType): void {
  const contentType = singleHeader(req, 'content-type')
  const isOfType = contentType.kind === 'one' && accepted[mediaType].test(contentType.value)
  if (!isOfType || !isUncoded(req)) throw new HttpError('unsupported_media_type')
}

/** True when nothing would have to be inflated: no Content-Encoding line at all, or one that says `identity`. */
export function isUncoded(req: RawHeaderSource): boolean {
  const [coding, second] = headerLines(req, 'content-encoding')
  return coding === undefined || (second === undefined && coding.toLowerCase() === 'identity')
}
