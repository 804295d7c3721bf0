import { assessmentProblems } from '../assessments/assessment-problems.ts'
import { courseProblems } from '../courses/course-problems.ts'
import { deliveryProblems } from '../delivery/delivery-problems.ts'
import { internalProblems } from '../problems/internal-problems.ts'
import type { ProblemTable } from '../operation/operation.ts'
import { rubricProblems } from '../rubrics/rubric-problems.ts'
import { sessionProblems } from '../sessions/session-problems.ts'

/** Every problem of the frontend-internal boundary: code and status; the message is for readers of logs and tests. */
export const frontendProblems = {
  ...internalProblems,
  invalid_cursor: {
    status: 400,
    message: 'Invalid cursor.',
    condition: 'The `cursor` is not one that this list has returned.',
  },
  malformed_if_match: {
    status: 400,
    message: 'If-Match must be one strong quoted revision.',
    condition: '`If-Match` is not exactly one strong quoted revision.',
  },
  revision_conflict: {
    status: 412,
    message: 'It has changed since you read it.',
    condition: 'The `If-Match` revision is stale.',
  },
  upstream_unavailable: {
    status: 502,
    message: 'The learning platform did not answer as expected.',
    condition: 'The learning platform is down, slow, or does not reply as A+ does.',
  },
  ...sessionProblems,
  ...courseProblems,
  ...deliveryProblems,
  ...rubricProblems,
  ...assessmentProblems,
} as const satisfies ProblemTable
export type FrontendProblemCode = keyof typeof frontendProblems
