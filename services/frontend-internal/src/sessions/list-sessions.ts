import { selectSessions } from '@course-grading/data/sessions/session-queries'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'

export const listSessions: FrontendHandler<'listSessions'> = async (
  { caller: { userId, session }, page },
  { database, sessionTimes: { idleS } },
) => {
  const before = page.after?.[0] ?? null
  const rows = await selectSessions(database, {
    userId,
    sessionId: session.sessionId,
    idleS,
    before,
    limit: page.limit + 1,
  })
  return pageReply({
    rows,
    page,
    // A cursor holds the id of the row, with which no session can be used.
    keyOf: ({ sessionId }) => [sessionId],
    itemOf: ({ createdAt, lastUsedAt, current }) => ({ createdAt, lastUsedAt, current }),
  })
}
