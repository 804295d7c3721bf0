/** The path and query of an address on this site; `/` for an address of any other site. */
export function ownPath(given: string | null | undefined): string {
  const base = 'http://own.invalid'
  const url = given?.startsWith('/') === true ? URL.parse(given, base) : null
  const path = url?.origin === base ? url.pathname + url.search : '/'
  // A dot segment may leave two slashes, which a browser reads as another host.
  return path.startsWith('//') ? '/' : path
}
