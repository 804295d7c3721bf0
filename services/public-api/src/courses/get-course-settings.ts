import { defineHandler } from '@course-grading/http-kit'
import type { Deps } from '../deps.ts'
import type { PublicHandler } from '../handlers.ts'
import { admitTeacher } from './admit-teacher.ts'
import { settingsAnswer } from './settings-answer.ts'

export const getCourseSettings = (deps: Deps): PublicHandler<'getCourseSettings'> => defineHandler({
  admit: (admission) => admitTeacher(deps, admission),
  handle: async ({ resource }) => settingsAnswer(resource),
})
