import { replaceCourseSettings } from '@course-grading/workflows'
import { upstreamCall } from '../identity/authenticate.ts'
import type { PublicHandler } from '../access/handler.ts'
import { settingsReply } from '@course-grading/contracts/settings/settings-reply'

export const putCourseSettings: PublicHandler<'putCourseSettings'> = async (call, deps) => {
  const settings = await replaceCourseSettings(deps, {
    current: call.subject,
    expectedRevision: call.expectedRevision,
    change: call.body,
    slug: 'immutable',
    userId: call.caller.userId,
    boundary: 'public',
    operation: 'putCourseSettings',
    upstreamCall: upstreamCall(call),
  })
  return { status: 200, ...settingsReply(settings) }
}
