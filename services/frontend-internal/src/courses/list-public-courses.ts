import type { FrontendHandler } from '../handler.ts'

export const listPublicCourses: FrontendHandler<'listPublicCourses'> = async (_call, { loadPublicCourses }) => ({
  status: 200,
  ...(await loadPublicCourses()),
})
