import pg from 'pg'

/** Completes "must be …". */
export const readableDatabaseUrl =
  'a URL that the driver reads: of one host, with whole %-escapes, a database name, a socket as ?host=/folder, and certificates that can be read'

/** Whether `pg` reads the URL as it is meant. It decodes the parts only when it connects, so a wrong URL would fail only then. */
export function isReadableDatabaseUrl(text: string): boolean {
  try {
    decodeURIComponent(text)
    const url = new URL(text)
    const host = url.searchParams.getAll('host').at(-1) ?? decodeURIComponent(url.hostname)
    const hasDatabase = url.pathname.length > 1
    // `pg` reads the certificates that the URL names. Its errors may hold the whole URL.
    const client = new pg.Client({ connectionString: url.href })
    return /^postgres(ql)?:$/.test(url.protocol) && hasDatabase && host !== '' && !host.includes(',') && client.port > 0
  } catch {
    return false
  }
}

/** False for a socket, this machine, or `verify-full`. Like `pg`, it prefers the parameter `host`, and the last of several values. */
export function isExposedDatabase(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return true
  const { hostname, searchParams } = new URL(databaseUrl)
  if (searchParams.getAll('sslmode').at(-1) === 'verify-full') return false
  // The host is not decoded: a host that cannot be decoded must not fail here, and only the slash of a socket matters.
  const host = searchParams.getAll('host').at(-1) ?? hostname.replace(/^%2f/i, '/')
  return !host.startsWith('/') && !/^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
}
