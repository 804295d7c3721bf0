import type { Grader } from '../settings/course-settings.ts'
import { studentRestriction } from '../students/student-restriction.ts'

/** The properties of a submission that a grader's restriction depends on. */
export interface RestrictedSubmission {
  /** The registered language; null if it is unknown. */
  readonly language: string | null
  readonly courseLanguages: readonly string[]
  /** The tags of all submitters together. */
  readonly submitterTags: readonly string[]
}

/** A grader's restriction as a list of submissions applies it. */
export interface SubmissionRestriction {
  readonly languages: readonly string[]
  readonly courseLanguages: readonly string[]
  /** Tags of which at least one submitter must have one; null for no restriction. */
  readonly tags: readonly string[] | null
}

type RestrictedGrader = Pick<Grader, 'languages' | 'feedbackTags' | 'gradingTags'>

/**
 * Whether a grader may read a submission, to grade it or to give feedback on it. Its language must be one of the grader's, unknown, or
 * one that the course lacks. If both lists of tags are given, a submitter must have a tag of one of them. This rule is not for
 * teachers, who may read every submission.
 */
export function mayReadSubmission(grader: RestrictedGrader, submission: RestrictedSubmission): boolean {
  return isWithinRestriction(submissionRestriction(grader, submission.courseLanguages), submission)
}

/** Whether a restriction allows the language and the tags of a submission. */
export function isWithinRestriction(
  { languages, tags }: SubmissionRestriction,
  { language, courseLanguages, submitterTags }: RestrictedSubmission,
): boolean {
  const isForLanguage = language === null || languages.includes(language) || !courseLanguages.includes(language)
  return isForLanguage && (tags === null || submitterTags.some((tag) => tags.includes(tag)))
}

/** The values with which a list applies the same rule to each row. */
export function submissionRestriction(
  grader: RestrictedGrader,
  courseLanguages: readonly string[],
): SubmissionRestriction {
  return { languages: grader.languages, courseLanguages, tags: studentRestriction(grader) }
}
