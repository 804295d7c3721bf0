import { defineHandler } from '@course-grading/http-kit'
import { replaceCourseSettings } from '@course-grading/workflows'
import type { Deps } from '../deps.ts'
import type { PublicHandler } from '../handlers.ts'
import { upstreamCall } from '../identity/authenticate.ts'
import { admitTeacher } from './admit-teacher.ts'
import { settingsAnswer } from './settings-answer.ts'

export const putCourseSettings = (deps: Deps): PublicHandler<'putCourseSettings'> => defineHandler({
  admit: (admission) => admitTeacher(deps, admission),
  handle: async (call) => settingsAnswer(await replaceCourseSettings(deps, {
    current: call.resource,
    expectedRevision: call.expectedRevision,
    change: call.body,
    slug: 'immutable',
    userId: call.caller.userId,
    boundary: 'public',
    operation: 'putCourseSettings',
    upstreamCall: upstreamCall(call),
  })),
})
