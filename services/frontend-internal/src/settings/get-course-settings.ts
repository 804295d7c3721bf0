import { settingsReply } from '@course-grading/contracts/settings/settings-reply'
import { replyWithSubject } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'

export const getCourseSettings: FrontendHandler<'getCourseSettings'> = replyWithSubject(settingsReply)
