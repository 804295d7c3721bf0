import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'

export const listPublicCourses =
  ({ loadPublicCourses }: Pick<Deps, 'loadPublicCourses'>): FrontendHandler<'listPublicCourses'> =>
  async () => ({ status: 200, ...(await loadPublicCourses()) })
