import { hash } from 'node:crypto'
import type { Tx } from '@course-grading/data/db/db'
import { newId } from '@course-grading/data/db/new-id'
import { findPreferences } from '@course-grading/data/preferences/preferences-queries'
import { insertSession } from '@course-grading/data/sessions/insert-session'
import { useLaunch } from '@course-grading/data/sessions/used-launch-queries'
import { rememberToken } from '@course-grading/data/sessions/known-token-queries'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { sessionIdentityOf, staffNamesOf } from '@course-grading/domain/sessions/session-identity'
import { sessionTokenContext } from '@course-grading/sealing'
import type { FrontendHandler } from '../access/handler.ts'
import { identifyToken } from './identify-token.ts'
import { newSessionId, hashOfSessionId } from '../access/session-id.ts'
import { sessionOf } from './session-view.ts'

export const createSession: FrontendHandler<'createSession'> = async (
  { body: { token, launch }, requestId, deadline },
  deps,
) => {
  const call = { token, requestId, signal: deadline() }
  const identity = sessionIdentityOf(await identifyToken(deps, call, launch !== undefined))
  const { userId } = identity.user
  deps.newSessionsOfUser.requireToken(String(userId))()

  const sessionId = newId()
  const credential = newSessionId()
  const { sealed, keyId } = deps.sealer.seal(token, sessionTokenContext({ sessionId, userId }))
  const { idleS, maxS } = deps.sessionTimes
  const { createdAt, expiresAt } = await deps.database.transaction(async (tx) => {
    if (launch !== undefined) await requireNewLaunch(tx, launch)
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

interface Launch {
  readonly nonce: string
  readonly timestamp: number
}

/** A launch signs in once. @throws DomainError already_used, or validation_failed if its time is not within 10 minutes of now */
async function requireNewLaunch(tx: Tx, { nonce, timestamp }: Launch): Promise<void> {
  const { isTimely, isNew } = await useLaunch(tx, {
    nonceHash: hash('sha256', nonce, 'buffer'),
    timestampS: timestamp,
  })
  const message = 'Must be within 10 minutes of now.'
  if (!isTimely)
    throw new DomainError('validation_failed', {
      issues: [{ path: '$.launch.timestamp', code: 'invalid_value', message }],
    })
  if (!isNew) throw new DomainError('already_used')
}
