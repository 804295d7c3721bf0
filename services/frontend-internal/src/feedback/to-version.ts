import type { FeedbackVersionBrief } from '@course-grading/contracts/feedback/feedback-document'
import type { StoredFeedbackVersionBrief } from '@course-grading/data/feedback/feedback-versions'
import { toStaffRef } from '../assessments/to-assessment.ts'

export function toVersion(stored: StoredFeedbackVersionBrief): FeedbackVersionBrief {
  const { number, language, savedBy, savedByName, begunAt, savedAt, closedAt } = stored
  return { number, language, savedBy: toStaffRef(savedBy, savedByName), begunAt, savedAt, closedAt }
}
