import type { Grader } from '../settings/course-settings.ts'
import { studentRestriction } from '../students/student-restriction.ts'

/** What a grader's restriction asks of a submission. */
export interface RestrictedSubmission {
  /** As registered; null where that is not known. */
  readonly language: string | null
  readonly courseLanguages: readonly string[]
  /** Tags that its submitters carry, of all of them together. */
  readonly submitterTags: readonly string[]
}

/** A grader's restriction as a list of submissions applies it. */
export interface SubmissionRestriction {
  readonly languages: readonly string[]
  readonly courseLanguages: readonly string[]
  /** Tags of which one submitter must carry one; null for no restriction. */
  readonly tags: readonly string[] | null
}

type RestrictedGrader = Pick<Grader, 'languages' | 'feedbackTags' | 'gradingTags'>

/**
 * Whether a grader may read a submission: to grade it or to give feedback on it. Its language is among the grader's, is not known,
 * or is one that the course lacks; and where both lists of tags are given, a submitter carries a tag of one of them. Teachers are
 * not asked.
 */
export function mayReadSubmission(grader: RestrictedGrader, submission: RestrictedSubmission): boolean {
  const { languages, tags } = submissionRestriction(grader, submission.courseLanguages)
  const { language, courseLanguages, submitterTags } = submission
  const isForLanguage = language === null || languages.includes(language) || !courseLanguages.includes(language)
  return isForLanguage && (tags === null || submitterTags.some((tag) => tags.includes(tag)))
}

/** The same rule, as what a list needs to apply it to each of its rows. */
export function submissionRestriction(
  grader: RestrictedGrader,
  courseLanguages: readonly string[],
): SubmissionRestriction {
  return { languages: grader.languages, courseLanguages, tags: studentRestriction(grader) }
}
