import type { ApiErrorEnvelope } from '@course-grading/contracts/problems/api-error'
import { publicProblems } from '@course-grading/contracts/problems/public-problems'
import type { ProblemStyle } from '@course-grading/http-kit'

export const problems: ProblemStyle = {
  table: publicProblems,
  rename: {
    upstream_unavailable: 'aplus_unavailable',
    upstream_malformed: 'aplus_unavailable',
    upstream_refused: 'invalid_token',
    // `probeCourseTeacher` handles 403 itself; anywhere else A+ has no reason to reply 403 or 404 to a valid token.
    upstream_rejected: 'aplus_unavailable',
    request_aborted: 'validation_failed',
    malformed_if_match: 'validation_failed',
  },
  headers: { 401: { 'WWW-Authenticate': 'Token' } },
  body: ({ code, message, requestId, issues }): ApiErrorEnvelope => ({
    // This boundary checks no scores, so its issues have only the codes that all boundaries share.
    error: { code, message, requestId, issues: [...issues] as ApiErrorEnvelope['error']['issues'] & object },
  }),
}
