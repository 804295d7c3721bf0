import { createHash } from 'node:crypto'
import type { TokenCacheOutcome } from '@course-grading/http-kit'
import { fetchIdentity, type Identity, probeCourseTeacher, type Upstream, type UpstreamCall, UpstreamError } from '@course-grading/upstream'
import { LRUCache } from 'lru-cache'

/** Refused tokens are remembered this long, so that a script with a dead token does not drown the platform. */
const refusalTtlMs = 10_000
const mostTokens = 10_000
const mostProbes = 64

/** Who a token belongs to, as the learning platform said. */
export interface TokenIdentity {
  readonly userId: number
  /** Whether this person is a teacher of the course; older platforms are asked about each course once. */
  readonly teaches: (courseId: number, call: UpstreamCall) => Promise<boolean>
}

export interface TokenIdentities {
  /** May be remembered for the cache's time. Requests with one token share one look-up. */
  readonly remembered: (call: UpstreamCall) => Promise<TokenIdentity>
  /** Always asks the platform; what it says is remembered for later reads. */
  readonly validated: (call: UpstreamCall) => Promise<TokenIdentity>
}

/** A refusal is kept as the fact that it is: an error would keep, by its stack, what its call was made with. */
type Entry = { readonly known: TokenIdentity } | { readonly refused: true }

export interface TokenIdentitiesOptions {
  readonly upstream: Upstream
  /** 0 turns the cache off. */
  readonly ttlS: number
  readonly observe: (outcome: TokenCacheOutcome) => void
}

/**
 * Looks up who tokens belong to. Kept under a SHA-256 of the token, never the token; only answers and refusals (401) are
 * kept, never failures of the platform: those fail the requests that waited for them, and nobody else.
 */
export function createTokenIdentities({ upstream, ttlS, observe }: TokenIdentitiesOptions): TokenIdentities {
  const cache = new LRUCache<string, Entry, UpstreamCall>({
    max: mostTokens,
    ttl: Math.max(1, ttlS * 1000),
    ignoreFetchAbort: true, // an entry that loses its place still answers those who wait for it
    fetchMethod: async (_key, _stale, { context: call, options }) => {
      const entry = await lookUp(upstream, { token: call.token, requestId: call.requestId })
      if ('refused' in entry) options.ttl = refusalTtlMs
      return entry
    },
  })

  const remember = (key: string, entry: Entry): void => {
    if (ttlS === 0) return
    cache.set(key, entry, 'refused' in entry ? { ttl: refusalTtlMs } : {})
  }

  return {
    async remembered(call) {
      if (ttlS === 0) return identityOf(await lookUp(upstream, call))
      const status: LRUCache.Status<string, Entry, UpstreamCall> = {}
      const entry = await cache.fetch(keyOf(call.token), { context: call, status })
      if (!entry) throw new TypeError('a look-up always answers an entry')
      observe(outcomeOf(status, entry))
      return identityOf(entry)
    },
    async validated(call) {
      const entry = await lookUp(upstream, call)
      remember(keyOf(call.token), entry)
      return identityOf(entry)
    },
  }
}

const keyOf = (token: string): string => createHash('sha256').update(token).digest('base64')

function outcomeOf(status: { readonly fetch?: string }, entry: Entry): TokenCacheOutcome {
  if (status.fetch === 'hit') return 'refused' in entry ? 'refused_hit' : 'hit'
  return status.fetch === 'inflight' ? 'joined' : 'miss'
}

async function lookUp(upstream: Upstream, call: UpstreamCall): Promise<Entry> {
  try {
    return { known: tokenIdentity(upstream, await fetchIdentity(upstream, call)) }
  } catch (error) {
    if (error instanceof UpstreamError && error.code === 'upstream_refused') return { refused: true }
    throw error
  }
}

function identityOf(entry: Entry): TokenIdentity {
  if ('refused' in entry) throw new UpstreamError('refused', { status: 401 })
  return entry.known
}

/**
 * A+ before 1.26 does not say which courses a person teaches; there the tags of a course, which only its teachers may
 * list, tell it. What it told lives as long as the identity does.
 */
function tokenIdentity(upstream: Upstream, { userId, teacherCourseIds }: Identity): TokenIdentity {
  if (teacherCourseIds) {
    const courseIds = new Set(teacherCourseIds)
    return { userId, teaches: async (courseId) => courseIds.has(courseId) }
  }
  const probes = new LRUCache<number, { teaches: boolean }>({ max: mostProbes })
  return {
    userId,
    async teaches(courseId, call) {
      const known = probes.get(courseId)
      if (known) return known.teaches
      const teaches = await probeCourseTeacher(upstream, call, courseId)
      probes.set(courseId, { teaches })
      return teaches
    },
  }
}
