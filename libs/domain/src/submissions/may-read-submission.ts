import type { Grader } from '../settings/course-settings.ts'
import { studentRestriction } from '../students/student-restriction.ts'

export interface RestrictedSubmission {
  readonly language: string | null
  readonly courseLanguages: readonly string[]
  readonly submitterTags: readonly string[]
}

export interface SubmissionRestriction {
  readonly languages: readonly string[]
  readonly courseLanguages: readonly string[]
  /** Tags of which at least one submitter must have one; null for no restriction. */
  readonly tags: readonly string[] | null
}

type RestrictedGrader = Pick<Grader, 'languages' | 'feedbackTags' | 'gradingTags'>

/** The language is the grader's, unknown, or one that the course lacks; a tag is of either list. Not for teachers, who may read all. */
export function mayReadSubmission(grader: RestrictedGrader, submission: RestrictedSubmission): boolean {
  return isWithinRestriction(submissionRestriction(grader, submission.courseLanguages), submission)
}

export function isWithinRestriction(
  { languages, tags }: SubmissionRestriction,
  { language, courseLanguages, submitterTags }: RestrictedSubmission,
): boolean {
  const isForLanguage = language === null || languages.includes(language) || !courseLanguages.includes(language)
  return isForLanguage && (tags === null || submitterTags.some((tag) => tags.includes(tag)))
}

export function submissionRestriction(
  grader: RestrictedGrader,
  courseLanguages: readonly string[],
): SubmissionRestriction {
  return { languages: grader.languages, courseLanguages, tags: studentRestriction(grader) }
}
