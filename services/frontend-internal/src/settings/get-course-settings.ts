import type { FrontendHandler } from '../access/handler.ts'
import { settingsReply } from '@course-grading/contracts/settings/settings-reply'

export const getCourseSettings: FrontendHandler<'getCourseSettings'> = async ({ access }) => ({
  status: 200,
  ...settingsReply(access),
})
