import { publicProblems, type ApiErrorEnvelope } from '@course-grading/contracts'
import type { ProblemStyle } from '@course-grading/http-kit'

/** How the public API says no. */
export const problems: ProblemStyle = {
  table: publicProblems,
  rename: {
    upstream_unavailable: 'aplus_unavailable',
    upstream_malformed: 'aplus_unavailable',
    upstream_refused: 'invalid_token',
    upstream_rejected: 'forbidden',
    request_aborted: 'validation_failed',
  },
  headers: { 401: { 'WWW-Authenticate': 'Token' } },
  body: ({ code, message, requestId, issues }): ApiErrorEnvelope => ({ error: { code, message, requestId, issues: [...issues] } }),
}
