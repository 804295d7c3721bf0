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

/** The languages in which others grade and this grader does not: all that a restriction excludes, so unknown ones and those of no course stay. */
export function languagesOfOthers({
  languages,
  courseLanguages,
}: Pick<SubmissionRestriction, 'languages' | 'courseLanguages'>): string[] {
  return courseLanguages.filter((language) => !languages.includes(language))
}

export function isWithinRestriction(
  restriction: SubmissionRestriction,
  { language, submitterTags }: Pick<RestrictedSubmission, 'language' | 'submitterTags'>,
): boolean {
  const { tags } = restriction
  const isForLanguage = language === null || !languagesOfOthers(restriction).includes(language)
  return isForLanguage && (tags === null || submitterTags.some((tag) => tags.includes(tag)))
}

export function submissionRestriction(
  grader: RestrictedGrader,
  courseLanguages: readonly string[],
): SubmissionRestriction {
  return { languages: grader.languages, courseLanguages, tags: studentRestriction(grader) }
}
