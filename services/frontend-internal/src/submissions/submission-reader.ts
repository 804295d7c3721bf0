import type { SubmissionQuery } from '@course-grading/data/submissions/list-submissions'
import { submissionRestriction } from '@course-grading/domain/submissions/may-read-submission'
import { claimRestriction } from '../claims/claimer.ts'
import type { CourseMember } from '../access/course-member.ts'

export type SubmissionReader = Pick<SubmissionQuery, 'restriction' | 'claimer' | 'ofStudent'>

/** A member sees all submissions, those that a restriction admits, or only their own as students see them; and may claim some of them. */
export function submissionReader(member: CourseMember, userId: number): SubmissionReader {
  const { access, isTeacher, grader } = member
  const claimer = { userId, restriction: claimRestriction(member) }
  if (isTeacher) return { restriction: null, claimer, ofStudent: null }
  if (grader !== null) return { restriction: submissionRestriction(grader, access.languages), claimer, ofStudent: null }
  return { restriction: null, claimer: null, ofStudent: userId }
}
