import type { IncomingHttpHeaders } from 'node:http'
import { notAcceptable, notFound } from './http-error.ts'

export type Rendering = 'json' | 'html' | 'csv'

export const aplusJson = 'application/vnd.aplus+json'

const mediaTypes: Readonly<Record<Rendering, string>> = {
  json: aplusJson,
  html: 'text/html',
  csv: 'text/csv',
}

/** The highest API version that the Accept header may ask for. */
const apiVersion = [2, 0] as const

/**
 * Chooses how to render.
 * @param renderings what the endpoint can do, its default first
 * @param format the `format` query parameter or path suffix, which wins over Accept
 */
export function negotiate(
  headers: IncomingHttpHeaders,
  renderings: readonly Rendering[],
  format: string | null,
): Rendering {
  if (format !== null) {
    const asked = format === 'api' ? 'html' : renderings.find((rendering) => rendering === format)
    if (asked === undefined) throw notFound()
    return asked
  }
  const accepted = (headers.accept ?? '*/*').split(',').map(parseRange)
  for (const range of accepted.toSorted((a, b) => b.specificity - a.specificity)) {
    const match = renderings.find((rendering) => covers(range.type, mediaTypes[rendering]))
    if (match === undefined) continue
    if (range.type === aplusJson && tooNew(range.version)) throw notAcceptable()
    return match
  }
  throw notAcceptable()
}

interface MediaRange {
  type: string
  version: string | null
  specificity: number
}

function parseRange(text: string): MediaRange {
  const [rawType = '', ...parameters] = text.split(';').map((part) => part.trim())
  const type = rawType.toLowerCase() === 'application/json' ? aplusJson : rawType.toLowerCase()
  const version = parameters.find((parameter) => parameter.startsWith('version='))?.slice('version='.length) ?? null
  const specificity = type === '*/*' ? 0 : type.endsWith('/*') ? 1 : 2
  return { type, version: rawType.toLowerCase() === 'application/json' ? null : version, specificity }
}

function covers(range: string, type: string): boolean {
  return range === '*/*' || range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))
}

function tooNew(version: string | null): boolean {
  if (version === null) return false
  const [major = Number.NaN, minor = 0] = version.split('.').map(Number)
  return major !== apiVersion[0] || minor > apiVersion[1]
}
