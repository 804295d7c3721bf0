import type { Operation } from '@course-grading/contracts'
import { type Database, deleteSession } from '@course-grading/data'
import { DomainError } from '@course-grading/domain'
import type { Logger, OperationHandler } from '@course-grading/http-kit'
import type { SessionCaller } from './session-caller.ts'

interface EndSessionDeps {
  readonly database: Database
  readonly logger: Logger
}

/** Ends the caller's session when that is what an error means: also of work that goes on behind a request's back. */
export async function endSessionIfRefused(
  { database, logger }: EndSessionDeps, { caller, requestId }: { readonly caller: SessionCaller; readonly requestId: string }, error: unknown,
): Promise<void> {
  if (!(error instanceof DomainError) || error.code !== 'upstream_refused') return
  await deleteSession(database, caller.session.sessionId)
  logger.warn('session ended', { event: 'session_ended', reason: 'token_refused', userId: caller.userId, requestId })
}

/**
 * The same handler; but when the learning platform refuses the caller's token meanwhile, the session ends at once, and
 * with it the stored token. Only that refusal ends one: not 403, not a platform that is down.
 */
export function endRefusedSession<Spec extends Operation, Caller>(
  handler: OperationHandler<Spec, Caller>, deps: EndSessionDeps,
): OperationHandler<Spec, Caller> {
  const guarded = async <T>({ caller, requestId }: { caller: Caller; requestId: string }, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (caller !== null) await endSessionIfRefused(deps, { caller: caller as SessionCaller, requestId }, error)
      throw error
    }
  }
  return {
    admit: (admission) => guarded(admission, () => handler.admit(admission)),
    handle: (call) => guarded(call, () => handler.handle(call)),
  }
}
