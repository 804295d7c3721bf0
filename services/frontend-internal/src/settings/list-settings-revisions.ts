import { defaultPageSize } from '@course-grading/contracts'
import { listSettingsRevisions as listRevisions } from '@course-grading/data'
import { countedFromOne, defineCursor, defineHandler, pageAnswer } from '@course-grading/http-kit'
import { admitTeacher } from '../access/admit.ts'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'

const cursor = defineCursor<[revision: number]>('settings-revisions', countedFromOne)

export const listSettingsRevisions = (deps: Deps): FrontendHandler<'listSettingsRevisions'> => defineHandler({
  admit: async (admission) => {
    const before = cursor.decode(admission.query.cursor)?.[0] ?? null
    await admitTeacher(deps, admission)
    return before
  },
  handle: async ({ params: { courseId }, query: { limit = defaultPageSize }, resource: before }) => {
    const rows = await listRevisions(deps.database, courseId, { before, limit: limit + 1 })
    return pageAnswer({ rows, limit, cursorOf: ({ revision }) => cursor.encode([revision]) })
  },
})
