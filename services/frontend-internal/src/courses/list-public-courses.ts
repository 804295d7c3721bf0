import type { FrontendHandler } from '../access/handler.ts'

export const listPublicCourses: FrontendHandler<'listPublicCourses'> = async (_call, { loadPublicCourses }) => ({
  status: 200,
  ...(await loadPublicCourses()),
})
