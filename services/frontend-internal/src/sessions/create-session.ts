import { findPreferences, insertSession, newId } from '@course-grading/data'
import { DomainError, sessionIdentityOf } from '@course-grading/domain'
import { sessionTokenContext } from '@course-grading/sealing'
import { fetchIdentity, type UpstreamCall } from '@course-grading/upstream'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { newSessionId, hashOfSessionId } from './session-id.ts'
import { sessionOf } from './session-view.ts'

type CreateSessionDeps = Pick<
  Deps,
  'database' | 'upstream' | 'sealer' | 'logger' | 'sessionTimes' | 'newSessionsOfUser' | 'listCourseHeads'
>

export const createSession =
  (deps: CreateSessionDeps): FrontendHandler<'createSession'> =>
  async ({ body: { token }, requestId, deadline }) => {
    const identity = sessionIdentityOf(await identify(deps, { token, requestId, signal: deadline() }))
    const { userId } = identity.user
    deps.newSessionsOfUser.requireToken(String(userId))()

    const sessionId = newId()
    const credential = newSessionId()
    const { sealed, keyId } = deps.sealer.seal(token, sessionTokenContext({ sessionId, userId }))
    const { idleS, maxS } = deps.sessionTimes
    const { createdAt, expiresAt } = await deps.database.transaction((tx) =>
      insertSession(tx, {
        sessionId,
        idHash: hashOfSessionId(credential) as Buffer,
        userId,
        identity: JSON.stringify(identity),
        sealedToken: sealed,
        keyId,
        idleS,
        maxS,
      }),
    )
    const preferences = await findPreferences(deps.database, userId)
    deps.logger.info('session created', { event: 'session_created', userId, requestId })
    const session = await sessionOf(deps, { identity, createdAt, expiresAt, preferences })
    return { status: 201, body: { sessionId: credential, expiresAt, idleTimeoutSeconds: idleS, session } }
  }

async function identify({ upstream, logger }: CreateSessionDeps, call: UpstreamCall): ReturnType<typeof fetchIdentity> {
  try {
    return await fetchIdentity(upstream, call)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'upstream_refused') {
      logger.warn('token refused', { event: 'token_refused', requestId: call.requestId })
    }
    throw error
  }
}
