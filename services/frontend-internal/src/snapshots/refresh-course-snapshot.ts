import type { FrontendHandler } from '../handler.ts'
import { type RefreshDeps, refreshSnapshot } from './refresh-snapshot.ts'

export const refreshCourseSnapshot =
  (deps: RefreshDeps): FrontendHandler<'refreshCourseSnapshot'> =>
  async (call) => ({
    status: 200,
    body: await refreshSnapshot(deps, call, call.access, { signal: call.deadline(), joinsReadingInProgress: false }),
  })
