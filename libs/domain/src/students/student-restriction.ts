import type { Grader } from '../settings/course-settings.ts'

/**
 * The tags of which a student must have one for this grader to see the student; null if the grader sees all students. A grader
 * sees the students whom the grader may grade or give feedback to. If one of the two has no restriction, all students are seen;
 * otherwise both lists count together, and two empty lists show nobody. Languages belong to submissions, so they hide no student. A
 * student who merely handed in together with a visible one is seen on that submission, and not through this rule.
 */
export function studentRestriction(grader: Pick<Grader, 'feedbackTags' | 'gradingTags'>): readonly string[] | null {
  const { feedbackTags, gradingTags } = grader
  if (feedbackTags === undefined || gradingTags === undefined) return null
  return [...new Set([...feedbackTags, ...gradingTags])]
}
