import { defineHandler } from '@course-grading/http-kit'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'

export const listPublicCourses = (deps: Deps): FrontendHandler<'listPublicCourses'> => defineHandler({
  admit: async () => null,
  handle: async () => ({ status: 200, ...await deps.loadPublicCourses() }),
})
