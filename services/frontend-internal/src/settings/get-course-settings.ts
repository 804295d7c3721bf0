import { defineHandler } from '@course-grading/http-kit'
import { admitTeacher } from '../access/admit.ts'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'
import { settingsAnswer } from './settings-answer.ts'

export const getCourseSettings = (deps: Deps): FrontendHandler<'getCourseSettings'> => defineHandler({
  admit: (admission) => admitTeacher(deps, admission),
  handle: async ({ resource }) => settingsAnswer(resource),
})
