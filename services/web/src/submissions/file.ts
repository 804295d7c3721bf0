import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { fileRoute } from '../http/file-route.ts'
import { readId } from '../http/read-id.ts'

export const fileAddress = (submissionId: number, fileId: number): string => `/files/${submissionId}/${fileId}`

export function file(router: Router, deps: Deps): void {
  fileRoute(router, deps, {
    name: 'file',
    path: '/files/:submissionId/:fileId',
    ask: (boundary, { params }, call) =>
      boundary.getSubmissionFile({
        params: { submissionId: readId(params['submissionId']), fileId: readId(params['fileId']) },
        ...call,
      }),
  })
}
