import type { SubmissionRow } from '@course-grading/contracts'
import type { ListedSubmission } from '@course-grading/data'
import { toPersonRef } from '@course-grading/domain'

/** A submission as replies show it. Nothing is assessed yet, so nobody may claim it. */
export function toSubmissionRow({ submitters, ...submission }: ListedSubmission): SubmissionRow {
  return { ...submission, submitters: submitters.map(toPersonRef), assessment: null, mayClaim: false }
}
