export type PathSegment = string | number

const plainKey = /^[A-Za-z_][A-Za-z0-9_-]*$/
const maxKey = 64

/**
 * A JSON path for people and programs, such as `$.graders[0].userId`. A key that is not a plain name is in brackets: `$["we
 * ird"]`. A key is the caller's text, so a long one is cut, and unusual characters in it are escaped.
 */
export function jsonPath(segments: readonly PathSegment[]): string {
  return `$${segments.map(formatSegment).join('')}`
}

function formatSegment(segment: PathSegment): string {
  if (typeof segment === 'number') return `[${segment}]`
  const key = segment.length <= maxKey ? segment : `${segment.slice(0, maxKey - 1).toWellFormed()}…`
  return plainKey.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}
