import { hash } from 'node:crypto'
import {
  fetchIdentity,
  type Identity,
  probeCourseTeacher,
  type Upstream,
  type UpstreamCall,
  UpstreamError,
} from '@course-grading/upstream'
import { LRUCache } from 'lru-cache'
import type { KnownTokens } from './known-tokens.ts'
import type { TokenCacheOutcome } from './token-cache-metrics.ts'

/** Refused tokens are remembered this long, so that a script with a revoked token does not overload the platform. */
const refusalTtlMs = 10_000
const maxTokens = 10_000
const maxProbes = 64

export interface TokenIdentity {
  readonly userId: number
  /** Whether this person is a teacher of the course. An older platform is called once for each course, with `call`. */
  readonly teaches: (courseId: number, call: () => UpstreamCall) => Promise<boolean>
}

export interface TokenIdentities {
  /** Whether reads with one token at the same time share one look-up. */
  readonly sharesLookUps: boolean
  /** The identity, which may come from the cache and be up to `ttlS` old. */
  readonly remembered: (call: UpstreamCall) => Promise<TokenIdentity>
  /** The identity as the platform reports it now. Later reads know that the token is refused, or a role lost. */
  readonly validated: (call: UpstreamCall) => Promise<TokenIdentity>
}

/** A refusal is no error here, since a cached error would keep the token in memory: its stack refers to the call. */
type Entry = { readonly known: TokenIdentity } | { readonly refused: true }

interface TokenIdentitiesOptions {
  readonly upstream: Upstream
  readonly knownTokens: KnownTokens
  /** 0 turns the cache off. */
  readonly ttlS: number
  readonly observe: (outcome: TokenCacheOutcome) => void
}

/** Caches identities and refusals (401) under a SHA-256 of the token. Any other failure fails only the requests that waited for it. */
export function createTokenIdentities({
  upstream,
  knownTokens,
  ttlS,
  observe,
}: TokenIdentitiesOptions): TokenIdentities {
  const ttlOf = (entry: Entry): number => ('refused' in entry ? refusalTtlMs : ttlS * 1000)
  const cache = new LRUCache<string, Entry, UpstreamCall>({
    max: maxTokens,
    ttl: Math.max(1, ttlS * 1000),
    ttlResolution: 0, // otherwise the cache starts a timer to keep the time, in every millisecond in which it is used
    ignoreFetchAbort: true, // an entry that is evicted still reaches those who wait for it
    fetchMethod: async (_key, _stale, { context: call, options }) => {
      const askedAt = performance.now()
      const entry = await lookUp(upstream, knownTokens, { token: call.token, requestId: call.requestId })
      // An entry's age counts from its request, since a token may be revoked while the platform is slow to reply.
      options.ttl = Math.max(1, ttlOf(entry) - (performance.now() - askedAt))
      return entry
    },
  })

  return {
    sharesLookUps: ttlS > 0,
    async remembered(call) {
      if (ttlS === 0) return identityOf(await lookUp(upstream, knownTokens, call))
      const key = keyOf(call.token)
      const known = cache.get(key)
      if (known) {
        observe('refused' in known ? 'refused_hit' : 'hit')
        return identityOf(known)
      }
      const status: LRUCache.Status<string, Entry, UpstreamCall> = {}
      const entry = await cache.fetch(key, { context: call, status })
      if (!entry) throw new TypeError('a look-up always returns an entry')
      observe(status.fetch === 'inflight' ? 'joined' : 'miss')
      return identityOf(entry)
    },
    async validated(call) {
      const entry = await lookUp(upstream, knownTokens, call)
      // A refused token stays refused, so it may replace what a read has cached. An identity may not: that read may have begun later.
      if ('refused' in entry && ttlS > 0) cache.set(keyOf(call.token), entry, { ttl: refusalTtlMs })
      const { userId, teaches } = identityOf(entry)
      return {
        userId,
        async teaches(courseId, ownCall) {
          const isTeacher = await teaches(courseId, ownCall)
          // Reads may have cached a role that is lost by now. The next one asks the platform; a look-up in flight is not kept.
          if (!isTeacher) cache.delete(keyOf(call.token))
          return isTeacher
        },
      }
    },
  }
}

const keyOf = (token: string): string => hash('sha256', token, 'base64')

/** Calls for tokens that anybody may have made up have slots of their own, so that known tokens do not wait behind them. */
async function lookUp(upstream: Upstream, knownTokens: KnownTokens, call: UpstreamCall): Promise<Entry> {
  const purpose = (await knownTokens.has(call.token)) ? 'validation' : 'first_validation'
  try {
    const identity = await fetchIdentity(upstream, call, purpose)
    knownTokens.remember(call.token)
    return { known: tokenIdentity(upstream, identity) }
  } catch (error) {
    if (!(error instanceof UpstreamError && error.code === 'upstream_refused')) throw error
    knownTokens.forget(call.token)
    return { refused: true }
  }
}

function identityOf(entry: Entry): TokenIdentity {
  if ('refused' in entry) throw new UpstreamError('refused', { status: 401 })
  return entry.known
}

/** A+ before 1.26 does not report taught courses, so the tags of a course are tried; the result is kept as long as the identity. */
function tokenIdentity(upstream: Upstream, { userId, teacherCourses }: Identity): TokenIdentity {
  if (teacherCourses) {
    const courseIds = new Set(teacherCourses.map(({ courseId }) => courseId))
    return { userId, teaches: async (courseId) => courseIds.has(courseId) }
  }
  const probes = new LRUCache<number, boolean | Promise<boolean>>({ max: maxProbes })
  const probe = (courseId: number, { token, requestId }: UpstreamCall): Promise<boolean> => {
    // Requests at the same time share the probe. If it fails, all of them fail, and the failure is not kept.
    const probing = probeCourseTeacher(upstream, { token, requestId }, courseId)
    probes.set(courseId, probing)
    probing.then(
      (isTeacher) => probes.set(courseId, isTeacher),
      () => probes.delete(courseId),
    )
    return probing
  }
  return {
    userId,
    async teaches(courseId, call) {
      const known = probes.get(courseId)
      if (typeof known === 'boolean') return known
      const ownCall = call()
      return await waitWithin(known ?? probe(courseId, ownCall), ownCall.signal)
    },
  }
}

/** Waits for a call that several requests share, until this request's own signal. The call goes on for the other requests. */
async function waitWithin<Value>(shared: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const giveUp = (): void => reject(new UpstreamError('timeout'))
  if (signal?.aborted) giveUp()
  else signal?.addEventListener('abort', giveUp, { once: true })
  return await Promise.race([shared, late]).finally(() => signal?.removeEventListener('abort', giveUp))
}
