import { defineHandler } from '@course-grading/http-kit'
import { replaceCourseSettings } from '@course-grading/workflows'
import { admitTeacher } from '../access/admit.ts'
import { upstreamCall } from '../access/session-caller.ts'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'
import { settingsAnswer } from './settings-answer.ts'

export const putCourseSettings = (deps: Deps): FrontendHandler<'putCourseSettings'> => defineHandler({
  admit: (admission) => admitTeacher(deps, admission),
  handle: async (call) => settingsAnswer(await replaceCourseSettings(deps, {
    current: call.resource,
    expectedRevision: call.expectedRevision,
    change: call.body,
    slug: 'may_change',
    userId: call.caller.userId,
    boundary: 'frontend',
    operation: 'putCourseSettings',
    upstreamCall: upstreamCall(call),
  })),
})
