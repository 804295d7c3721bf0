import type { Grader } from '../settings/course-settings.ts'
import {
  isWithinRestriction,
  type RestrictedSubmission,
  type SubmissionRestriction,
} from '../submissions/may-read-submission.ts'

/**
 * The submissions that a grader may claim: of the grader's languages, of an unknown one, or of one that the course lacks; and, where the
 * grader has tags for grading, those of which a submitter has one of them. A person who is not on the roster has no tag. Tags for
 * feedback admit nothing here.
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
