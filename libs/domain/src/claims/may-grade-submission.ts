import type { Grader } from '../settings/course-settings.ts'
import {
  isWithinRestriction,
  type RestrictedSubmission,
  type SubmissionRestriction,
} from '../submissions/may-read-submission.ts'

/**
 * The submissions that a grader may claim. Their language is one of the grader's, unknown, or one that the course lacks. If the
 * grader has tags for grading, a submitter must have one of them; a person who is not on the roster has no tags. Tags for
 * feedback do not count here.
 */
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
