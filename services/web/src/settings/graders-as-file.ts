import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { fileRoute } from '../http/file-route.ts'
import { readId } from '../http/read-id.ts'

/** The graders as the CSV file that the form for files takes. */
export function gradersAsFile(router: Router, deps: Deps): void {
  fileRoute(router, deps, {
    name: 'gradersAsFile',
    path: '/courses/:courseId/settings/graders.csv',
    ask: (boundary, ctx, call) =>
      boundary.exportGraders({ params: { courseId: readId(ctx.params['courseId']) }, ...call }),
  })
}
