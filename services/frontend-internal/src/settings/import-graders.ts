import { importGraders as importCsv } from '@course-grading/workflows'
import { upstreamCall } from '../deps/session-caller.ts'
import type { FrontendHandler } from '../access/handler.ts'

export const importGraders: FrontendHandler<'importGraders'> = async (call, deps) => {
  const imported = await importCsv(deps, {
    current: call.subject,
    expectedRevision: call.expectedRevision,
    csv: call.body,
    dryRun: call.query.dryRun ?? false,
    allowEmpty: call.query.allowEmpty ?? false,
    userId: call.caller.userId,
    upstreamCall: upstreamCall(call),
  })
  return { status: 200, body: imported, revision: imported.revision }
}
