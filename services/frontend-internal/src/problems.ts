import { frontendProblems } from '@course-grading/contracts'
import { internalProblemStyle, type ProblemStyle } from '@course-grading/http-kit'

/** How the frontend-internal boundary says no. */
export const problems: ProblemStyle = {
  ...internalProblemStyle(frontendProblems, {
    upstream_malformed: 'upstream_unavailable',
    upstream_refused: 'invalid_upstream_token',
    // Where 403 or 404 means something, the operation says so itself.
    upstream_rejected: 'upstream_unavailable',
  }),
  headers: { 401: { 'WWW-Authenticate': 'Bearer' } },
}
