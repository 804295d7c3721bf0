import type { FrontendHandler } from '../handler.ts'
import { toCourseView } from './to-course-view.ts'

export const getCourseBySlug =
  (): FrontendHandler<'getCourseBySlug'> =>
  async ({ access, params }) => ({ status: 200, body: toCourseView(access, params.slug) })
