import type { FrontendHandler } from '../access/handler.ts'
import { refreshSnapshot } from './refresh-snapshot.ts'

export const refreshCourseSnapshot: FrontendHandler<'refreshCourseSnapshot'> = async (call, deps) => ({
  status: 200,
  body: await refreshSnapshot(deps, call, call.subject, { signal: call.deadline(), joinsReadingInProgress: false }),
})
