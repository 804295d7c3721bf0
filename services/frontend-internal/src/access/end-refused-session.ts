import type { Database } from '@course-grading/data/db/database'
import { deleteSessionRow } from '@course-grading/data/sessions/session-queries'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { Logger } from '@course-grading/http-kit'
import type { SessionCaller } from '../deps/session-caller.ts'

interface EndSessionDeps {
  readonly database: Database
  readonly logger: Logger
}

/** Ends the session if the learning platform refuses its token, but not for another error. Background work calls it, too. */
export async function endSessionIfRefused(
  { database, logger }: EndSessionDeps,
  { caller, requestId }: { readonly caller: SessionCaller; readonly requestId: string },
  error: unknown,
): Promise<void> {
  if (!(error instanceof DomainError) || error.code !== 'upstream_refused') return
  await deleteSessionRow(database, caller.session.sessionId)
  logger.warn('session ended', { event: 'session_ended', reason: 'token_refused', userId: caller.userId, requestId })
}
