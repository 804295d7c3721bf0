import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { courseViewOf } from './course-view-of.ts'

export const getCourseBySlug =
  (deps: Pick<Deps, 'database'>): FrontendHandler<'getCourseBySlug'> =>
  async ({ access, params }) => ({ status: 200, body: await courseViewOf(deps, access, params.slug) })
