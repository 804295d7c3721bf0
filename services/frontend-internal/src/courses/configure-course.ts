import { configureCourse as configure } from '@course-grading/workflows'
import { defineHandler } from '@course-grading/http-kit'
import { requireTeacher } from '../access/admit.ts'
import { upstreamCall } from '../access/session-caller.ts'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'
import { settingsAnswer } from '../settings/settings-answer.ts'

export const configureCourse = (deps: Deps): FrontendHandler<'configureCourse'> => defineHandler({
  // Which course it is stands in the body, and so does the role.
  admit: async () => null,
  handle: async (call) => {
    const { courseId, slug } = call.body
    await requireTeacher(deps, call, courseId)
    const settings = await configure(deps, {
      courseId, ...(slug !== undefined && { slug }), userId: call.caller.userId, upstreamCall: upstreamCall(call),
    })
    return { ...settingsAnswer(settings), status: 201 }
  },
})
