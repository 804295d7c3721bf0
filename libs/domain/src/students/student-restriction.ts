import type { Grader } from '../settings/course-settings.ts'

/** Tags of which one is required; null shows all. Both lists count together, unless one has no restriction. Languages hide nobody. */
export function studentRestriction(grader: Pick<Grader, 'feedbackTags' | 'gradingTags'>): readonly string[] | null {
  const { feedbackTags, gradingTags } = grader
  if (feedbackTags === undefined || gradingTags === undefined) return null
  return [...new Set([...feedbackTags, ...gradingTags])]
}
