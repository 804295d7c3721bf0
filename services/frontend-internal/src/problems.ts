import { frontendProblems } from '@course-grading/contracts'
import { internalProblemStyle, type ProblemStyle } from '@course-grading/http-kit'

/** The problems of the frontend-internal boundary, as HTTP. */
export const problems: ProblemStyle = {
  ...internalProblemStyle(frontendProblems, {
    upstream_malformed: 'upstream_unavailable',
    upstream_refused: 'invalid_upstream_token',
    // Operations for which 403 or 404 of A+ has a meaning handle it themselves.
    upstream_rejected: 'upstream_unavailable',
  }),
  headers: { 401: { 'WWW-Authenticate': 'Bearer' } },
}
