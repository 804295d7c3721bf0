import { defaultPageSize } from '@course-grading/contracts'
import { listCapabilities as list } from '@course-grading/data'
import { countedFromOne, defineCursor, defineHandler, pageAnswer } from '@course-grading/http-kit'
import type { Deps } from '../deps.ts'
import type { GraderHandler } from '../handlers.ts'

const cursor = defineCursor<[submissionId: number]>('capabilities', countedFromOne)

export const listCapabilities = (deps: Deps): GraderHandler<'listCapabilities'> => defineHandler({
  admit: async ({ query }) => cursor.decode(query.cursor)?.[0] ?? null,
  handle: async ({ query, resource: after }) => {
    const { courseId, exerciseId, state = null, limit = defaultPageSize } = query
    const rows = await list(deps.database, { courseId, exerciseId, state, after, limit: limit + 1 })
    return pageAnswer({ rows, limit, cursorOf: ({ submissionId }) => cursor.encode([submissionId]) })
  },
})
