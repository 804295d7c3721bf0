/** An address of the web, as others wrote it; null for anything that a browser would run. */
export function safeHref(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null
}
