import type { FrontendHandler } from '../handler.ts'
import { settingsReply } from './settings-reply.ts'

// They were read to decide the right.
export const getCourseSettings =
  (): FrontendHandler<'getCourseSettings'> =>
  async ({ access }) => ({ status: 200, ...settingsReply(access) })
