import { defaultPageSize } from '@course-grading/contracts'
import { listDeliveries as list } from '@course-grading/data'
import { countedFromOne, defineCursor, defineHandler, pageAnswer } from '@course-grading/http-kit'
import { admitTeacher } from '../access/admit.ts'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'
import { shownDelivery } from './shown-delivery.ts'

const cursor = defineCursor<[ordinal: number]>('deliveries', countedFromOne)

export const listDeliveries = (deps: Deps): FrontendHandler<'listDeliveries'> => defineHandler({
  admit: async (admission) => {
    const before = cursor.decode(admission.query.cursor)?.[0] ?? null
    await admitTeacher(deps, admission)
    return before
  },
  handle: async ({ params: { courseId }, query: { state = null, limit = defaultPageSize }, resource: before }) => {
    const rows = await list(deps.database, { courseId, state, before, limit: limit + 1 })
    return pageAnswer({
      rows, limit, cursorOf: ({ ordinal }) => cursor.encode([ordinal]), itemOf: ({ delivery }) => shownDelivery(delivery),
    })
  },
})
