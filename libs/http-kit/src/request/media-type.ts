import { type RawHeaderSource, headerLines, singleHeader } from './raw-headers.ts'
import { HttpError } from '../reply/http-error.ts'

const withOptionalCharset = {
  'application/json': /^application\/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/i,
  'application/merge-patch+json': /^application\/merge-patch\+json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/i,
  'text/csv': /^text\/csv(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/i,
}

/** The media types of request bodies. */
export type BodyMediaType = keyof typeof withOptionalCharset

/**
 * Requires headers that declare the body as uncompressed text of `mediaType` in UTF-8: one Content-Type line, with no parameter
 * but `charset=utf-8`, and no content coding but `identity`.
 * @throws HttpError unsupported_media_type
 */
export function requireMediaType(req: RawHeaderSource, mediaType: BodyMediaType): void {
  const contentType = singleHeader(req, 'content-type')
  const isOfType = contentType.kind === 'one' && withOptionalCharset[mediaType].test(contentType.value)
  if (!isOfType || !isUncoded(req)) throw new HttpError('unsupported_media_type')
}

/** True when nothing would have to be inflated: no Content-Encoding line at all, or one that says `identity`. */
export function isUncoded(req: RawHeaderSource): boolean {
  const [coding, second] = headerLines(req, 'content-encoding')
  return coding === undefined || (second === undefined && coding.toLowerCase() === 'identity')
}
