import { deleteOtherSessionRows } from '@course-grading/data/sessions/session-queries'
import type { FrontendHandler } from '../access/handler.ts'

export const deleteOtherSessions: FrontendHandler<'deleteOtherSessions'> = async (
  { caller: { userId, session }, requestId },
  { database, logger },
) => {
  await deleteOtherSessionRows(database, { userId, keepSessionId: session.sessionId })
  logger.info('sessions ended', { event: 'session_ended', reason: 'signed_out_elsewhere', userId, requestId })
  return { status: 204 }
}
