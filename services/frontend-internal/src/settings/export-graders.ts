import { defineHandler, etagOf } from '@course-grading/http-kit'
import { exportGraders as exportCsv } from '@course-grading/workflows'
import { admitTeacher } from '../access/admit.ts'
import { upstreamCall } from '../access/session-caller.ts'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'

export const exportGraders = (deps: Deps): FrontendHandler<'exportGraders'> => defineHandler({
  admit: (admission) => admitTeacher(deps, admission),
  handle: async (call) => ({
    status: 200,
    attachment: { mediaType: 'text/csv', fileName: `graders-${call.params.courseId}.csv`, content: await exportCsv(deps, call.resource, upstreamCall(call)) },
    // For the import's `If-Match` alone: the addresses change without the revision, so it is never compared.
    headers: { ETag: etagOf(call.resource.revision) },
  }),
})
