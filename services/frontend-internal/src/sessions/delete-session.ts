import { deleteSessionRow } from '@course-grading/data/sessions/session-queries'
import type { FrontendHandler } from '../access/handler.ts'

export const deleteSession: FrontendHandler<'deleteSession'> = async ({ caller, requestId }, { database, logger }) => {
  await deleteSessionRow(database, caller.session.sessionId)
  logger.info('session ended', { event: 'session_ended', reason: 'signed_out', userId: caller.userId, requestId })
  return { status: 204 }
}
