import { replaceCourseSettings } from '@course-grading/workflows'
import { upstreamCall } from '../deps/session-caller.ts'
import type { FrontendHandler } from '../access/handler.ts'
import { settingsReply } from '@course-grading/contracts/settings/settings-reply'

export const putCourseSettings: FrontendHandler<'putCourseSettings'> = async (call, deps) => {
  const settings = await replaceCourseSettings(deps, {
    current: call.subject,
    expectedRevision: call.expectedRevision,
    change: call.body,
    slug: 'may_change',
    userId: call.caller.userId,
    boundary: 'frontend',
    operation: 'putCourseSettings',
    upstreamCall: upstreamCall(call),
  })
  return { status: 200, ...settingsReply(settings) }
}
