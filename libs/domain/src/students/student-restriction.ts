import type { Grader } from '../settings/course-settings.ts'

/**
 * The tags of which a student must have one; null shows all. Both lists count together, unless one has no restriction. Languages hide no
 * student.
 */
export function studentRestriction(grader: Pick<Grader, 'feedbackTags' | 'gradingTags'>): readonly string[] | null {
  const { feedbackTags, gradingTags } = grader
  if (feedbackTags === undefined || gradingTags === undefined) return null
  return [...new Set([...feedbackTags, ...gradingTags])]
}
