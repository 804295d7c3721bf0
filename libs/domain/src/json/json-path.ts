export type PathSegment = string | number

const plainKey = /^[A-Za-z_][A-Za-z0-9_-]*$/
const maxKey = 64

/**
 * A JSON path for people and programs: `$.graders[0].userId`; a key that is no plain name in brackets, `$["we ird"]`.
 * A key is the caller's text, so a long one is cut and what is unusual in it is escaped.
 */
export function jsonPath(segments: readonly PathSegment[]): string {
  return `$${segments.map(formatSegment).join('')}`
}

function formatSegment(segment: PathSegment): string {
  if (typeof segment === 'number') return `[${segment}]`
  const key = segment.length <= maxKey ? segment : `${segment.slice(0, maxKey - 1).toWellFormed()}…`
  return plainKey.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}
