import { importGraders as importCsv } from '@course-grading/workflows'
import { upstreamCall } from '../access/session-caller.ts'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'

export const importGraders =
  (deps: Pick<Deps, 'database' | 'upstream'>): FrontendHandler<'importGraders'> =>
  async (call) => {
    const imported = await importCsv(deps, {
      current: call.access,
      expectedRevision: call.expectedRevision,
      csv: call.body,
      dryRun: call.query.dryRun ?? false,
      userId: call.caller.userId,
      upstreamCall: upstreamCall(call),
    })
    return { status: 200, body: imported, revision: imported.revision }
  }
