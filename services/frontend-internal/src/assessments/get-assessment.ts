import { replyWithSubject } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'
import { assessmentReply } from './to-assessment.ts'

export const getAssessment: FrontendHandler<'getAssessment'> = replyWithSubject(({ assessment }) =>
  assessmentReply(assessment),
)
