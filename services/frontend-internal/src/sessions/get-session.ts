import type { SessionIdentity } from '@course-grading/domain/sessions/session-identity'
import { UpstreamError } from '@course-grading/upstream'
import type { CallerRequest } from '../deps/session-caller.ts'
import type { Deps } from '../deps/deps.ts'
import type { FrontendHandler } from '../access/handler.ts'
import { sessionOf } from './session-view.ts'

type GetSessionDeps = Pick<Deps, 'freshIdentity' | 'listCourseHeads'>

export const getSession: FrontendHandler<'getSession'> = async (call, deps) => {
  const { createdAt, expiresAt, preferences } = call.caller.session
  const identity = await identityAsKnown(deps, call)
  return { status: 200, body: await sessionOf(deps, { identity, createdAt, expiresAt, preferences }) }
}

/** Falls back to the stored identity if the learning platform fails: no error ends a session, unless the platform refuses the token. */
async function identityAsKnown(deps: GetSessionDeps, request: CallerRequest): Promise<SessionIdentity> {
  try {
    return await deps.freshIdentity(request)
  } catch (error) {
    if (error instanceof UpstreamError && error.code !== 'upstream_refused') return request.caller.identity
    throw error
  }
}
