import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { DrawnPage } from '../drawn-lines.fixture.ts'

const { operations } = frontendInternal
const { id, submissionId } = operations.getAssessment.replies[200].example
const detail = operations.getSubmission.replies[200].example
const [row] = detail.attempts
const grader = { userId: 999, fullName: 'Another Grader', alias: false }
const attempts = [
  { ...row, submissionId, attempt: 2 },
  { ...row, assessment: { id, grader } },
]

export const drawnAttempts: readonly DrawnPage[] = [
  ['all attempts of a work', `/grade/${id}/attempts`],
  [
    'the differences to the attempt before, with its feedback',
    `/grade/${id}/differences`,
    { getSubmission: { ...detail, attempts } },
  ],
]
