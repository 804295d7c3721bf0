import { defaultPageSize } from '@course-grading/contracts'
import { listSessions as listLiveSessions } from '@course-grading/data'
import { defineCursor, defineHandler, pageAnswer } from '@course-grading/http-kit'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'

/** Of a row, which is not what a session is used with. */
const rowId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const cursor = defineCursor<[sessionId: string]>('sessions', (id) => typeof id === 'string' && rowId.test(id))

export const listSessions = (deps: Deps): FrontendHandler<'listSessions'> => defineHandler({
  admit: async ({ query }) => cursor.decode(query.cursor)?.[0] ?? null,
  handle: async ({ caller: { userId, session }, query: { limit = defaultPageSize }, resource: before }) => {
    const { idleS } = deps.sessionTimes
    const rows = await listLiveSessions(deps.database, { userId, sessionId: session.sessionId, idleS, before, limit: limit + 1 })
    return pageAnswer({
      rows, limit,
      cursorOf: ({ sessionId }) => cursor.encode([sessionId]),
      itemOf: ({ createdAt, lastUsedAt, current }) => ({ createdAt, lastUsedAt, current }),
    })
  },
})
