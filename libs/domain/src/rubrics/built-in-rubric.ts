import type { RubricDocument } from './rubric-document.ts'
import { rubricLimits } from './rubric-limits.ts'

/** Points up to the maximum of the exercise. Its version and its wording are 0. */
export function builtInRubric(exerciseMaxPoints: number): RubricDocument {
  const maxPoints = Math.min(exerciseMaxPoints, rubricLimits.maxPoints)
  const title = { en: 'Points', fi: 'Pisteet', sv: 'Poäng' }
  return {
    title,
    maxPoints,
    startingPoints: 0,
    rounding: 'none',
    criteria: [
      {
        id: 'points',
        title,
        required: true,
        commentRequired: false,
        visibleToStudent: true,
        kind: 'points',
        min: 0,
        max: maxPoints,
        step: 0.01,
      },
    ],
  }
}
