import { assessmentExample } from '../assessments/assessment-examples.ts'
import type { Assessment } from '../assessments/assessment.ts'

/** One that somebody has just claimed: nothing is judged. */
export const claimedExample: Assessment = {
  ...assessmentExample,
  scores: {},
  points: 0,
  upstreamPoints: null,
  byCriterion: { structure: 0, faults: 0, report: 0 },
}
