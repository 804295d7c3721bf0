import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'

export const listPublicCourses =
  ({ loadPublicCourses }: Pick<Deps, 'loadPublicCourses'>): FrontendHandler<'listPublicCourses'> =>
  async () => ({ status: 200, ...(await loadPublicCourses()) })
