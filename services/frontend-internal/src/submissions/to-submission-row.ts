import type { SubmissionRow } from '@course-grading/contracts'
import type { ListedAssessment, ListedSubmission } from '@course-grading/data'
import { toPersonRef } from '@course-grading/domain'
import { toStaffRef } from '../assessments/to-assessment.ts'

/** A submission as replies show it. */
export function toSubmissionRow(submission: ListedSubmission): SubmissionRow {
  const { submitters, assessment } = submission
  return { ...submission, submitters: submitters.map(toPersonRef), assessment: assessment && toListed(assessment) }
}

function toListed(assessment: ListedAssessment): NonNullable<SubmissionRow['assessment']> {
  const { id, graderId, holderId, leaseExpiresAt, updatedAt } = assessment
  const holder = holderId === null ? null : toStaffRef(holderId)
  return { id, grader: toStaffRef(graderId), holder, leaseExpiresAt, updatedAt }
}
