/** Neither socket nor this machine, without `verify-full`. As the driver reads it: `host` overrides, the last parameter counts. */
export function isExposedDatabase(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return true
  const { hostname, searchParams } = new URL(databaseUrl)
  if (searchParams.getAll('sslmode').at(-1) === 'verify-full') return false
  // The host is not decoded: a host that cannot be decoded must not fail here, and only the slash of a socket matters.
  const host = searchParams.getAll('host').at(-1) ?? hostname.replace(/^%2f/i, '/')
  return !host.startsWith('/') && !/^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
}
