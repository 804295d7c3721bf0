import { defineHandler } from '@course-grading/http-kit'
import { admitGrader } from '../access/admit.ts'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'
import { refreshSnapshot } from './refresh-snapshot.ts'

export const refreshCourseSnapshot = (deps: Deps): FrontendHandler<'refreshCourseSnapshot'> => defineHandler({
  admit: (admission) => admitGrader(deps, admission),
  handle: async (call) => {
    const changes = await refreshSnapshot(deps, call, call.resource, { signal: call.deadline(), takesReadingUnderWay: false })
    return { status: 200, json: JSON.stringify(changes) }
  },
})
