import type { Grader } from '../settings/course-settings.ts'

/**
 * The tags of which a student must carry one for this grader to see the student, or null where all are seen. A grader sees
 * whom it may grade or give feedback to: no restriction in one of the two opens all, else both lists count together, and
 * two empty ones show nobody. Languages belong to submissions, so they hide no student. Who merely handed in together with
 * such a student is seen on that submission, not here.
 */
export function studentRestriction(grader: Pick<Grader, 'feedbackTags' | 'gradingTags'>): readonly string[] | null {
  const { feedbackTags, gradingTags } = grader
  if (feedbackTags === undefined || gradingTags === undefined) return null
  return [...new Set([...feedbackTags, ...gradingTags])]
}
