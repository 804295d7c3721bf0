export type PathSegment = string | number

const plainKey = /^[A-Za-z_][A-Za-z0-9_-]*$/
const maxKey = 64

/** A path for people and programs. A key is the caller's text: in brackets unless a plain name, cut if long, unusual characters escaped. */
export function jsonPath(segments: readonly PathSegment[]): string {
  return `$${segments.map(formatSegment).join('')}`
}

function formatSegment(segment: PathSegment): string {
  if (typeof segment === 'number') return `[${segment}]`
  const key = segment.length <= maxKey ? segment : `${segment.slice(0, maxKey - 1).toWellFormed()}…`
  return plainKey.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}
