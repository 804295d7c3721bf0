import { type Database, updateSessionIdentity } from '@course-grading/data'
import { type SessionIdentity, sessionIdentityOf } from '@course-grading/domain'
import { fetchIdentity, type Upstream } from '@course-grading/upstream'
import type { CallerRequest, SessionCaller } from './session-caller.ts'

/** What the learning platform said of a person's roles holds this long. */
const maxIdentityAgeS = 300

/**
 * Answers the caller's identity, read anew from the learning platform when it is older than five minutes, or `anew` says that
 * it is known to be wrong. Once a request, unless so.
 */
export type FreshIdentity = (request: CallerRequest, how?: { readonly anew: boolean }) => Promise<SessionIdentity>

/**
 * Requests of one session share the question. It throws what the platform answers: who needs a role cannot go on without;
 * who does not takes the caller's old identity.
 */
export function createFreshIdentity({ database, upstream }: { database: Database; upstream: Upstream }): FreshIdentity {
  const underWay = new Map<string, Promise<SessionIdentity>>()
  const ofRequest = new WeakMap<SessionCaller, Promise<SessionIdentity>>()
  const readAgain = async (request: CallerRequest, identityAt: string | null): Promise<SessionIdentity> => {
    const { session } = request.caller
    // Not the deadline of the one request that asks first: the others' requests wait for this too.
    const identity = sessionIdentityOf(
      await fetchIdentity(upstream, { token: request.caller.token(), requestId: request.requestId }),
    )
    if (identity.user.userId !== session.userId) throw new Error('a token of the learning platform changed its owner')
    await updateSessionIdentity(database, {
      sessionId: session.sessionId,
      identityAt,
      identity: JSON.stringify(identity),
    })
    return identity
  }
  const begin = (request: CallerRequest): Promise<SessionIdentity> => {
    const { sessionId, identityAt } = request.caller.session
    const reading = readAgain(request, identityAt).finally(() => underWay.delete(sessionId))
    underWay.set(sessionId, reading)
    return reading
  }
  return async (request, { anew } = { anew: false }) => {
    const { session, identity } = request.caller
    // What was read before, by this request or for it, is what is wrong; and so may be what others have stored meanwhile.
    if (anew) return await readAgain(request, null)
    // One request is judged by one identity, however often it asks.
    const known = ofRequest.get(request.caller)
    if (known) return await known
    if (session.identityAgeS <= maxIdentityAgeS) return identity
    const reading = underWay.get(session.sessionId) ?? begin(request)
    ofRequest.set(request.caller, reading)
    return await reading
  }
}
