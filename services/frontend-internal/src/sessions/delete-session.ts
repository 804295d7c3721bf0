import { deleteSession as deleteStoredSession } from '@course-grading/data'
import { defineHandler } from '@course-grading/http-kit'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'

export const deleteSession = (deps: Deps): FrontendHandler<'deleteSession'> => defineHandler({
  admit: async () => null,
  handle: async ({ caller, requestId }) => {
    await deleteStoredSession(deps.database, caller.session.sessionId)
    deps.logger.info('session ended', { event: 'session_ended', reason: 'signed_out', userId: caller.userId, requestId })
    return { status: 204 }
  },
})
