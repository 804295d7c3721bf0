import { defineHandler, etagOf } from '@course-grading/http-kit'
import { importGraders as importCsv } from '@course-grading/workflows'
import { admitTeacher } from '../access/admit.ts'
import { upstreamCall } from '../access/session-caller.ts'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'

export const importGraders = (deps: Deps): FrontendHandler<'importGraders'> => defineHandler({
  admit: (admission) => admitTeacher(deps, admission),
  handle: async (call) => {
    const imported = await importCsv(deps, {
      current: call.resource,
      expectedRevision: call.expectedRevision,
      csv: call.body,
      dryRun: call.query.dryRun ?? false,
      userId: call.caller.userId,
      upstreamCall: upstreamCall(call),
    })
    return { status: 200, json: JSON.stringify(imported), etag: etagOf(imported.revision) }
  },
})
