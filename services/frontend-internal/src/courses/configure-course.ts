import { configureCourse as configure } from '@course-grading/workflows'
import { upstreamCall } from '../deps/session-caller.ts'
import type { FrontendHandler } from '../access/handler.ts'
import { settingsReply } from '@course-grading/contracts/settings/settings-reply'

export const configureCourse: FrontendHandler<'configureCourse'> = async (call, deps) => {
  const { courseId, slug } = call.body
  const settings = await configure(deps, {
    courseId,
    ...(slug !== undefined && { slug }),
    userId: call.caller.userId,
    fullName: call.caller.identity.user.fullName,
    upstreamCall: upstreamCall(call),
  })
  return { status: 201, ...settingsReply(settings) }
}
