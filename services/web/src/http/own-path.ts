/** A longer path would be too large for the form of a sign-in, and for a cookie. */
const longestPath = 2_000

/** The path and query of an address on this site; `/` for an address of any other site, or a very long one. */
export function ownPath(given: string | null | undefined): string {
  const base = 'http://own.invalid'
  const url = given?.startsWith('/') === true ? URL.parse(given, base) : null
  const path = url?.origin === base ? url.pathname + url.search : '/'
  // A dot segment may leave two slashes, which a browser reads as another host.
  return path.startsWith('//') || path.length > longestPath ? '/' : path
}
