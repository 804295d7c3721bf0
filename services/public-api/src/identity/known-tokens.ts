import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const knownForMs = 12 * 60 * 60 * 1000
const maxTokens = 10_000

/** Tokens confirmed within twelve hours, whatever they may do now: they do not wait behind tokens that anybody may have made up. */
export interface KnownTokens {
  readonly has: (token: string) => boolean
  readonly remember: (token: string) => void
  readonly forget: (token: string) => void
}

/** Keeps a SHA-256 of each token, never the token; the least recently used is removed first. */
export function createKnownTokens(): KnownTokens {
  const known = new LRUCache<string, true>({
    max: maxTokens,
    ttl: knownForMs,
    ttlResolution: 0, // otherwise the cache starts a timer to keep the time, in every millisecond in which it is used
  })
  return {
    has: (token) => known.get(keyOf(token)) ?? false,
    remember: (token) => void known.set(keyOf(token), true),
    forget: (token) => void known.delete(keyOf(token)),
  }
}

const keyOf = (token: string): string => hash('sha256', token, 'base64')
