import type { SubmissionQuery } from '@course-grading/data'
import { submissionRestriction } from '@course-grading/domain'
import type { CourseMember } from '../access/course-member.ts'

export type SubmissionReader = Pick<SubmissionQuery, 'restriction' | 'ofStudent'>

/** Whose submissions somebody sees in a course: all, those that a restriction admits, or only the reader's own, as students see them. */
export function submissionReader({ access, isTeacher, grader }: CourseMember, userId: number): SubmissionReader {
  if (isTeacher) return { restriction: null, ofStudent: null }
  if (grader !== null) return { restriction: submissionRestriction(grader, access.languages), ofStudent: null }
  return { restriction: null, ofStudent: userId }
}
