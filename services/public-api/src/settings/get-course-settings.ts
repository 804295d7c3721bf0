import { settingsReply } from '@course-grading/contracts/settings/settings-reply'
import { replyWithSubject } from '@course-grading/http-kit'
import type { PublicHandler } from '../access/handler.ts'

export const getCourseSettings: PublicHandler<'getCourseSettings'> = replyWithSubject(settingsReply)
