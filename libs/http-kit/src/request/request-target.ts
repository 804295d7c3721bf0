type TargetVerdict = 'ok' | 'bad_request' | 'no_route'

const visibleAscii = /^[\x21-\x7e]*$/
const encodedSeparator = /%(?:2f|5c)/i
const canonicalDecimal = /^[1-9][0-9]{0,15}$/

/** Called before routing. `bad_request`: no path of this server. `no_route`: a path that no route has, since it depends on decoding. */
export function checkTarget(rawUrl: string): TargetVerdict {
  if (!rawUrl.startsWith('/') || rawUrl.startsWith('//') || rawUrl.startsWith('/\\')) return 'bad_request'
  const path = pathOf(rawUrl)
  if (!visibleAscii.test(path) || path.includes('\\') || path.includes('#') || encodedSeparator.test(path)) {
    return 'no_route'
  }
  return !path.includes('%') || path.split('/').every(isDecodable) ? 'ok' : 'no_route'
}

/** Reads an upstream id from a decoded parameter; null if it is not a canonical decimal from 1 to 2^53−1. */
export function parseId(segment: string): number | null {
  if (!canonicalDecimal.test(segment)) return null
  const id = Number(segment)
  return Number.isSafeInteger(id) ? id : null
}

function pathOf(rawUrl: string): string {
  const query = rawUrl.indexOf('?')
  return query === -1 ? rawUrl : rawUrl.slice(0, query)
}

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment)
    return true
  } catch {
    return false
  }
}
