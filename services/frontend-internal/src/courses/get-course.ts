import type { FrontendHandler } from '../access/handler.ts'
import { courseViewOf } from './course-view-of.ts'

export const getCourse: FrontendHandler<'getCourse'> = async ({ subject }, deps) => ({
  status: 200,
  body: await courseViewOf(deps, subject),
})
