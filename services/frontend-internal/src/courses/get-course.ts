import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { courseViewOf } from './course-view-of.ts'

export const getCourse =
  (deps: Pick<Deps, 'database'>): FrontendHandler<'getCourse'> =>
  async ({ access }) => ({ status: 200, body: await courseViewOf(deps, access) })
