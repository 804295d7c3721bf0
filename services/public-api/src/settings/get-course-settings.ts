import type { PublicHandler } from '../handler.ts'
import { settingsReply } from './settings-reply.ts'

// `authorize` has read the settings.
export const getCourseSettings: PublicHandler<'getCourseSettings'> = async ({ access }) => ({
  status: 200,
  ...settingsReply(access),
})
