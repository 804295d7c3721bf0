import { gradingRestriction } from '@course-grading/domain/claims/may-grade-submission'
import type { SubmissionRestriction } from '@course-grading/domain/submissions/may-read-submission'
import type { CourseMember } from '../access/course-member.ts'

export function claimRestriction({ isTeacher, grader, access }: CourseMember): SubmissionRestriction | null {
  return isTeacher || grader === null ? null : gradingRestriction(grader, access.languages)
}
