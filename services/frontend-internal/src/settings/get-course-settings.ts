import type { FrontendHandler } from '../handler.ts'
import { settingsReply } from '@course-grading/contracts/settings/settings-reply'

// `authorize` has read the settings.
export const getCourseSettings: FrontendHandler<'getCourseSettings'> = async ({ access }) => ({
  status: 200,
  ...settingsReply(access),
})
