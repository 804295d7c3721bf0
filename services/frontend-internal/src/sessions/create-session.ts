import { newId } from '@course-grading/data/new-id'
import { findPreferences } from '@course-grading/data/preferences/preferences-queries'
import { insertSession } from '@course-grading/data/sessions/insert-session'
import { rememberToken } from '@course-grading/data/sessions/known-token-queries'
import { sessionIdentityOf, staffNamesOf } from '@course-grading/domain/sessions/session-identity'
import { sessionTokenContext } from '@course-grading/sealing'
import type { FrontendHandler } from '../handler.ts'
import { identifyToken } from './identify-token.ts'
import { newSessionId, hashOfSessionId } from '../access/session-id.ts'
import { sessionOf } from './session-view.ts'

export const createSession: FrontendHandler<'createSession'> = async (
  { body: { token }, requestId, deadline },
  deps,
) => {
  const identity = sessionIdentityOf(await identifyToken(deps, { token, requestId, signal: deadline() }))
  const { userId } = identity.user
  deps.newSessionsOfUser.requireToken(String(userId))()

  const sessionId = newId()
  const credential = newSessionId()
  const { sealed, keyId } = deps.sealer.seal(token, sessionTokenContext({ sessionId, userId }))
  const { idleS, maxS } = deps.sessionTimes
  const { createdAt, expiresAt } = await deps.database.transaction(async (tx) => {
    const inserted = await insertSession(tx, {
      sessionId,
      idHash: hashOfSessionId(credential) as Buffer,
      userId,
      identity: JSON.stringify(identity),
      staffNames: staffNamesOf(identity),
      sealedToken: sealed,
      keyId,
      idleS,
      maxS,
    })
    await rememberToken(tx, deps.tokenDigests(token)[0])
    return inserted
  })
  const preferences = await findPreferences(deps.database, userId)
  deps.logger.info('session created', { event: 'session_created', userId, requestId })
  const session = await sessionOf(deps, { identity, createdAt, expiresAt, preferences })
  return { status: 201, body: { sessionId: credential, expiresAt, idleTimeoutSeconds: idleS, session } }
}
