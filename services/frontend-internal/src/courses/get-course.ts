import type { FrontendHandler } from '../handler.ts'
import { toCourseView } from './to-course-view.ts'

export const getCourse =
  (): FrontendHandler<'getCourse'> =>
  async ({ access }) => ({ status: 200, body: toCourseView(access) })
