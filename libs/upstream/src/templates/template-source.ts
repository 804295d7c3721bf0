import type { AllowedOrigin, ConnectionTarget } from '@course-grading/outbound'

export interface TemplateSource extends ConnectionTarget {
  /** The address as a URL parser writes it, without fragment; the key in the cache. */
  readonly url: string
  readonly origin: string
  readonly path: string
  readonly fileName: string
}

const maxUrl = 2048
const maxFileName = 255

/** Null unless the address has an allowed origin and a path that ends with a file name. */
export function templateSourceOf(address: string, allowed: readonly AllowedOrigin[]): TemplateSource | null {
  const url = address.length > maxUrl ? null : URL.parse(address)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  if (url.username !== '' || url.password !== '') return null
  const { protocol, hostname, origin } = url
  const entries = allowed.filter((entry) => entry.origin === origin)
  const fileName = fileNameOf(url.pathname)
  if (entries.length === 0 || fileName === null) return null
  const path = `${url.pathname}${url.search}`
  return {
    url: `${origin}${path}`,
    origin,
    protocol,
    hostname,
    port: url.port === '' ? (protocol === 'https:' ? 443 : 80) : Number(url.port),
    cidrs: entries.flatMap(({ cidr }) => cidr ?? []),
    path,
    fileName,
  }
}

function fileNameOf(pathname: string): string | null {
  const segment = pathname.slice(pathname.lastIndexOf('/') + 1)
  const name = decoded(segment)
  if (name === null || name === '' || name === '.' || name === '..' || name.length > maxFileName) return null
  return /[/\\\p{Cc}]/u.test(name) ? null : name
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
