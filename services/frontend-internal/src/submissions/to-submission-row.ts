import type { SubmissionRow } from '@course-grading/contracts'
import type { ListedAssessment, ListedSubmission } from '@course-grading/data'
import { toPersonRef } from '@course-grading/domain'
import { toStaffRef } from '../assessments/to-assessment.ts'

/** A submission as replies show it. */
export function toSubmissionRow({ submitters, assessment, ...submission }: ListedSubmission): SubmissionRow {
  return { ...submission, submitters: submitters.map(toPersonRef), assessment: assessment && toListed(assessment) }
}

function toListed({ graderId, holderId, ...assessment }: ListedAssessment): NonNullable<SubmissionRow['assessment']> {
  return { ...assessment, grader: toStaffRef(graderId), holder: holderId === null ? null : toStaffRef(holderId) }
}
