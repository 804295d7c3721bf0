import type { FrontendHandler } from '../access/handler.ts'
import { assessmentReply } from './to-assessment.ts'

export const getAssessment: FrontendHandler<'getAssessment'> = async ({ access: { assessment } }) => ({
  status: 200,
  ...assessmentReply(assessment),
})
