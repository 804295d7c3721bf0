import { defineHandler } from '@course-grading/http-kit'
import { admitMember } from '../access/admit.ts'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'
import { courseAnswer } from './course-answer.ts'

export const getCourse = (deps: Deps): FrontendHandler<'getCourse'> => defineHandler({
  admit: (admission) => admitMember(deps, admission),
  handle: async ({ resource }) => courseAnswer(resource),
})
