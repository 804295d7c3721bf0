import { deleteOtherSessions as deleteStoredSessions } from '@course-grading/data'
import { defineHandler } from '@course-grading/http-kit'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'

export const deleteOtherSessions = (deps: Deps): FrontendHandler<'deleteOtherSessions'> => defineHandler({
  admit: async () => null,
  handle: async ({ caller: { userId, session }, requestId }) => {
    await deleteStoredSessions(deps.database, { userId, keepSessionId: session.sessionId })
    deps.logger.info('sessions ended', { event: 'session_ended', reason: 'signed_out_elsewhere', userId, requestId })
    return { status: 204 }
  },
})
