import { listSessions as listLiveSessions } from '@course-grading/data'
import { defineHandler } from '@course-grading/http-kit'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'

export const listSessions = (deps: Deps): FrontendHandler<'listSessions'> => defineHandler({
  admit: async () => null,
  handle: async ({ caller: { userId, session } }) => {
    const items = await listLiveSessions(deps.database, { userId, sessionId: session.sessionId, idleS: deps.sessionTimes.idleS })
    return { status: 200, json: JSON.stringify({ items, nextCursor: null }) }
  },
})
