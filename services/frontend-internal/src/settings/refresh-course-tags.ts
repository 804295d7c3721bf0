import { jsonText } from '@course-grading/contracts/operation/reply'
import { itemsThatFit } from '@course-grading/http-kit'
import { refreshCourseTags as refresh } from '@course-grading/workflows'
import { upstreamCall } from '../deps/session-caller.ts'
import type { FrontendHandler } from '../access/handler.ts'

export const refreshCourseTags: FrontendHandler<'refreshCourseTags'> = async (call, deps) => {
  const { settings, warnings } = await refresh(deps, {
    current: call.subject,
    ltiLoginUrl: call.body.ltiLoginUrl,
    userId: call.caller.userId,
    upstreamCall: upstreamCall(call),
  })
  const shown = itemsThatFit(warnings, Buffer.byteLength(settings.document))
  return {
    status: 200,
    body: jsonText(`{"settings":${settings.document},"warnings":${JSON.stringify(shown)}}`),
    revision: settings.revision,
  }
}
