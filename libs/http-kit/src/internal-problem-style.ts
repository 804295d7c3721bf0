import { internalProblems } from '@course-grading/contracts'
import type { ProblemStyle } from './problem.ts'

/** How the internal boundaries say no: a code and the request's id; code and status say all there is to say. */
export const internalProblemStyle: ProblemStyle = {
  table: internalProblems,
  rename: { request_aborted: 'validation_failed' },
  body: ({ code, requestId }) => ({ code, requestId }),
}
