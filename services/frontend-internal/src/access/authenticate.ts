import { type Authentication, parseBearerAuthorization, HttpError } from '@course-grading/http-kit'
import type { Deps } from '../deps/deps.ts'
import { hashOfSessionId } from './session-id.ts'
import { createSessionCaller, type SessionCaller } from '../deps/session-caller.ts'

/** Checks the frontend's secret before the session. No process caches sessions, so every replica rejects an ended one at once. */
export function createAuthenticate({
  useSession,
  sealer,
  isFrontend,
  logger,
}: Pick<Deps, 'useSession' | 'sealer' | 'isFrontend' | 'logger'>) {
  return async ({ message, credential, requestId }: Authentication): Promise<SessionCaller | null> => {
    if (!isFrontend(message)) {
      logger.warn('frontend secret refused', { event: 'frontend_secret_refused', requestId })
      throw new HttpError('invalid_frontend_secret')
    }
    if (credential === 'frontend_secret') return null
    const idHash = hashOfSessionId(parseBearerAuthorization(message) ?? '')
    const use = idHash && (await useSession(idHash))
    if (use?.state === 'live') return createSessionCaller(use.session, { sealer, logger })
    const code = use?.state === 'expired' ? 'session_expired' : 'invalid_session'
    logger.warn('session refused', { event: 'session_refused', code, requestId })
    throw new HttpError(code)
  }
}
