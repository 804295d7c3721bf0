import type { Grader } from '../settings/course-settings.ts'
import {
  isWithinRestriction,
  type RestrictedSubmission,
  type SubmissionRestriction,
} from '../submissions/may-read-submission.ts'

/** The language is the grader's, unknown, or one that the course lacks. Only tags for grading count; a person off the roster has none. */
export function gradingRestriction(
  { languages, gradingTags }: Pick<Grader, 'languages' | 'gradingTags'>,
  courseLanguages: readonly string[],
): SubmissionRestriction {
  return { languages, courseLanguages, tags: gradingTags ?? null }
}

/** Whether a grader may claim a submission. This rule is not for teachers, who may claim every one. */
export function mayGradeSubmission(
  grader: Pick<Grader, 'languages' | 'gradingTags'>,
  submission: RestrictedSubmission,
): boolean {
  return isWithinRestriction(gradingRestriction(grader, submission.courseLanguages), submission)
}
