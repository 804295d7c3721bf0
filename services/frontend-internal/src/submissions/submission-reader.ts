import type { SubmissionQuery } from '@course-grading/data/submissions/list-submissions'
import { submissionRestriction } from '@course-grading/domain/submissions/may-read-submission'
import { claimRestriction } from '../claims/claimer.ts'
import type { CourseMember } from '../access/course-member.ts'

export type SubmissionReader = Pick<SubmissionQuery, 'restriction' | 'claimer' | 'ofStudent'>

/** What a member sees: all submissions, those that a restriction admits, or their own as students see them; and what they may claim. */
export function submissionReader(member: CourseMember, userId: number): SubmissionReader {
  const { access, isTeacher, grader } = member
  const claimer = { userId, restriction: claimRestriction(member) }
  if (isTeacher) return { restriction: null, claimer, ofStudent: null }
  if (grader !== null) return { restriction: submissionRestriction(grader, access.languages), claimer, ofStudent: null }
  return { restriction: null, claimer: null, ofStudent: userId }
}
