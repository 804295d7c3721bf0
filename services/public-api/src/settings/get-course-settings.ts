import type { PublicHandler } from '../access/handler.ts'
import { settingsReply } from '@course-grading/contracts/settings/settings-reply'

// `authorize` has read the settings.
export const getCourseSettings: PublicHandler<'getCourseSettings'> = async ({ access }) => ({
  status: 200,
  ...settingsReply(access),
})
