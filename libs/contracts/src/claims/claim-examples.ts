import { assessmentExample } from '../assessments/assessment-examples.ts'
import type { Assessment } from '../assessments/assessment.ts'

export const claimedExample: Assessment = {
  ...assessmentExample,
  scores: {},
  points: 0,
  upstreamPoints: null,
  byCriterion: { structure: 0, faults: 0, report: 0 },
  parts: [
    { kind: 'criterion', criterionId: 'structure', points: 0 },
    { kind: 'criterion', criterionId: 'faults', points: 0 },
    { kind: 'criterion', criterionId: 'report', points: 0 },
  ],
}
