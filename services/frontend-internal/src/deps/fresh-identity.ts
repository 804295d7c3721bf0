import type { Database } from '@course-grading/data/db/database'
import { updateSessionIdentity } from '@course-grading/data/sessions/session-queries'
import { type SessionIdentity, sessionIdentityOf, staffNamesOf } from '@course-grading/domain/sessions/session-identity'
import { fetchIdentity, type Upstream } from '@course-grading/upstream'
import type { CallerRequest, SessionCaller } from './session-caller.ts'

/** A person's roles are read again from the learning platform after this time. */
const maxIdentityAgeS = 300

/** Reads the identity again when it is older than five minutes, at most once in a request; with `again` always: the stored one is wrong. */
export type FreshIdentity = (request: CallerRequest, how?: { readonly again: boolean }) => Promise<SessionIdentity>

/** Requests of one session share a call. It throws the platform's errors; operations that need no role use the old identity then. */
export function createFreshIdentity({ database, upstream }: { database: Database; upstream: Upstream }): FreshIdentity {
  const underWay = new Map<string, Promise<SessionIdentity>>()
  const ofRequest = new WeakMap<SessionCaller, Promise<SessionIdentity>>()
  const readAgain = async (request: CallerRequest, identityAt: string | null): Promise<SessionIdentity> => {
    const { session } = request.caller
    // This call has no deadline of the request that began it, since others wait for the same call.
    const identity = sessionIdentityOf(
      await fetchIdentity(upstream, { token: request.caller.token(), requestId: request.requestId }),
    )
    if (identity.user.userId !== session.userId) throw new Error('a token of the learning platform changed its owner')
    await updateSessionIdentity(database, {
      sessionId: session.sessionId,
      identityAt,
      identity: JSON.stringify(identity),
      staffNames: staffNamesOf(identity),
    })
    return identity
  }
  const begin = (request: CallerRequest): Promise<SessionIdentity> => {
    const { sessionId, identityAt } = request.caller.session
    const reading = readAgain(request, identityAt).finally(() => underWay.delete(sessionId))
    underWay.set(sessionId, reading)
    return reading
  }
  return async (request, { again } = { again: false }) => {
    const { session, identity } = request.caller
    // Both what this request has read and what others have stored meanwhile may be wrong.
    if (again) return await readAgain(request, null)
    // All decisions about one request use one identity.
    const known = ofRequest.get(request.caller)
    if (known) return await known
    if (session.identityAgeS <= maxIdentityAgeS) return identity
    const reading = underWay.get(session.sessionId) ?? begin(request)
    ofRequest.set(request.caller, reading)
    return await reading
  }
}
