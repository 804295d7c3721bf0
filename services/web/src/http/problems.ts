import { internalProblems } from '@course-grading/contracts/problems/internal-problems'
import type { ProblemTable } from '@course-grading/contracts/operation/operation'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { FrontendTransportError } from '@course-grading/frontend-transport'
import { HttpError, internalProblemStyle } from '@course-grading/http-kit'

/** The problems that a page can be about. Their sentences stand in `texts`. */
const webProblems = {
  ...internalProblems,
  forbidden: {
    status: 403,
    message: 'Forbidden.',
    condition: 'The right is missing, or the write came from another site.',
  },
  rate_limited: { status: 429, message: 'Too many requests.', condition: 'Too many refused sign-ins.' },
  upstream_unavailable: { status: 502, message: 'Unavailable.', condition: 'The learning platform does not answer.' },
} as const satisfies ProblemTable

export type WebProblem = keyof typeof webProblems

export const problems = internalProblemStyle(webProblems)

/** What a failed call to the boundary means for the page. Codes that a page handles itself do not come here. */
export function problemOfCall(error: FrontendTransportError): unknown {
  const { code, status, kind, retryAfterS } = error
  if (code === 'not_found' || code === 'invalid_cursor') return new HttpError('not_found')
  if (code === 'forbidden') return new DomainError('forbidden')
  if (code === 'upstream_unavailable') return new DomainError('upstream_unavailable')
  if (code === 'rate_limited') return new HttpError('rate_limited', { retryAfterS: retryAfterS ?? 60 })
  if (status === 400) return new HttpError('validation_failed')
  const isAway = kind === 'unreachable' || kind === 'timeout' || code === 'overloaded'
  return isAway ? new HttpError('overloaded', { retryAfterS: retryAfterS ?? 1 }) : error
}
