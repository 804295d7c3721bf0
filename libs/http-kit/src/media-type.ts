import { type RawHeaderSource, headerLines, singleHeader } from './raw-headers.ts'
import { Refusal } from './refusal.ts'

const jsonWithOptionalCharset = /^application\/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/i

/**
 * Passes when the body is said to be uncompressed JSON in UTF-8: one Content-Type line `application/json`, with no
 * parameter but `charset=utf-8`, and no content coding but `identity`.
 * @throws Refusal unsupported_media_type
 */
export function requireJsonMediaType(req: RawHeaderSource): void {
  const contentType = singleHeader(req, 'content-type')
  const isJson = contentType.kind === 'one' && jsonWithOptionalCharset.test(contentType.value)
  if (!isJson || !isUncoded(req)) throw new Refusal('unsupported_media_type')
}

/** True when nothing would have to be inflated: no Content-Encoding line at all, or one that says `identity`. */
export function isUncoded(req: RawHeaderSource): boolean {
  const [coding, second] = headerLines(req, 'content-encoding')
  return coding === undefined || (second === undefined && coding.toLowerCase() === 'identity')
}
