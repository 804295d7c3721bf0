import type { ParkedDraftBrief } from '@course-grading/contracts/assessments/parked-draft'
import type { StoredParkedDraftBrief } from '@course-grading/data/assessments/parked-draft-queries'

export function toParkedDraft(stored: StoredParkedDraftBrief): ParkedDraftBrief {
  const { id, assessmentId, feedbackId, reason, baseRevision, createdAt, expiresAt } = stored
  return { id, assessmentId, feedbackId, reason, baseRevision, createdAt, expiresAt }
}
