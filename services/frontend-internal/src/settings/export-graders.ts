import { exportGraders as exportCsv } from '@course-grading/workflows'
import { upstreamCall } from '../deps/session-caller.ts'
import type { FrontendHandler } from '../access/handler.ts'

export const exportGraders: FrontendHandler<'exportGraders'> = async (call, { upstream }) => ({
  status: 200,
  attachment: {
    mediaType: 'text/csv',
    fileName: `graders-${call.params.courseId}.csv`,
    content: await exportCsv({ upstream }, call.subject, upstreamCall(call)),
  },
  // The import needs the revision for `If-Match`. E-mail addresses change without it, so the contract lists no 304.
  revision: call.subject.revision,
})
