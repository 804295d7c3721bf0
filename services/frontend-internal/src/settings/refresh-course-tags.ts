import { defineHandler, etagOf, fitting } from '@course-grading/http-kit'
import { refreshCourseTags as refresh } from '@course-grading/workflows'
import { admitTeacher } from '../access/admit.ts'
import { upstreamCall } from '../access/session-caller.ts'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'

export const refreshCourseTags = (deps: Deps): FrontendHandler<'refreshCourseTags'> => defineHandler({
  admit: (admission) => admitTeacher(deps, admission),
  handle: async (call) => {
    const { settings, warnings } = await refresh(deps, {
      current: call.resource, ltiLoginUrl: call.body.ltiLoginUrl, userId: call.caller.userId, upstreamCall: upstreamCall(call),
    })
    const told = fitting(warnings, Buffer.byteLength(settings.document))
    // The document's own text, byte for byte.
    return { status: 200, json: `{"settings":${settings.document},"warnings":${JSON.stringify(told)}}`, etag: etagOf(settings.revision) }
  },
})
