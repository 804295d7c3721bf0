import type { Database } from '@course-grading/data/db/database'
import { updateSessionIdentity } from '@course-grading/data/sessions/session-queries'
import { type SessionIdentity, sessionIdentityOf, staffNamesOf } from '@course-grading/domain/sessions/session-identity'
import { fetchIdentity, type Upstream } from '@course-grading/upstream'
import type { CallerRequest, SessionCaller } from './session-caller.ts'

const maxIdentityAgeS = 300

/** Reads an identity older than `maxIdentityAgeS` again, once in a request. With `again` the stored one is wrong, so it is always read. */
export type FreshIdentity = (request: CallerRequest, how?: { readonly again: boolean }) => Promise<SessionIdentity>

/** Requests of one session share a call. Throws the learning platform's errors. */
export function createFreshIdentity({ database, upstream }: { database: Database; upstream: Upstream }): FreshIdentity {
  const underWay = new Map<string, Promise<SessionIdentity>>()
  const ofRequest = new WeakMap<SessionCaller, Promise<SessionIdentity>>()
  const readAgain = async (request: CallerRequest, identityAt: string | null): Promise<SessionIdentity> => {
    const { session } = request.caller
    // The call has no deadline, since requests with other deadlines wait for it, too.
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
    // The identity that this request has read may be wrong, and so may one that others have stored meanwhile.
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
