import type { FrontendHandler } from '../access/handler.ts'
import { courseViewOf } from './course-view-of.ts'

export const getCourseBySlug: FrontendHandler<'getCourseBySlug'> = async ({ subject, params }, deps) => ({
  status: 200,
  body: await courseViewOf(deps, subject, params.slug),
})
