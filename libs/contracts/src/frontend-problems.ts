import { internalProblems } from './internal-problems.ts'
import type { ProblemTable } from './operation.ts'

/** Every refusal of the frontend-internal boundary: code and status; the message is for whoever reads a log or a test. */
export const frontendProblems = {
  ...internalProblems,
  invalid_csv: { status: 400, message: 'The CSV cannot be read.', condition: 'Not UTF-8, a wrong header, or a row with a wrong number of columns.' },
  invalid_cursor: { status: 400, message: 'The cursor is not one of this list.', condition: 'A `cursor` that this list never gave.' },
  malformed_if_match: {
    status: 400, message: 'If-Match must be one strong quoted revision.', condition: '`If-Match` is not exactly one strong quoted revision.',
  },
  invalid_frontend_secret: {
    status: 401, message: 'The service secret is missing or wrong.', condition: '`X-Service-Frontend-Secret` is missing, wrong or given twice.',
  },
  invalid_session: { status: 401, message: 'There is no such session.', condition: 'No session, or one that was ended.' },
  session_expired: { status: 401, message: 'The session is over.', condition: 'The session\'s time is over.' },
  invalid_upstream_token: {
    status: 401, message: 'The learning platform does not know this token.', condition: 'The learning platform refuses the token, at sign-in or since.',
  },
  forbidden: { status: 403, message: 'You may not do this in this course.', condition: 'The caller\'s role in the course does not allow it.' },
  manual_grading_exercise_conflict: {
    status: 409, message: 'A manual-grading exercise belongs to another course.', condition: 'A manual-grading exercise is already assigned to another course.',
  },
  slug_taken: { status: 409, message: 'Another course has this slug.', condition: 'Another course has or had this slug.' },
  already_configured: { status: 409, message: 'The course is configured already.', condition: 'The course is configured already.' },
  not_in_state: {
    status: 409, message: 'Its state does not allow this now.', condition: 'Its state, told in `detail`, does not allow this, or not yet; then `Retry-After` says when.',
  },
  delivery_pending: { status: 409, message: 'A grade is on its way.', condition: 'A grade that is concerned waits to be sent, or is being sent.' },
  delivery_ambiguous: { status: 409, message: 'Whether the grade arrived is not known.', condition: 'Whether a grade that is concerned arrived is not known.' },
  revision_conflict: { status: 412, message: 'It has changed since you read it.', condition: 'The `If-Match` revision is stale.' },
  rate_limited: { status: 429, message: 'Too many sessions. Wait as Retry-After says.', condition: 'More than 20 new sessions a minute a user, or 600 a secret.' },
  upstream_unavailable: { status: 502, message: 'The learning platform did not answer as expected.', condition: 'The learning platform is down, slow, or answers nonsense.' },
} as const satisfies ProblemTable
export type FrontendProblemCode = keyof typeof frontendProblems

/** What every operation behind the frontend secret can answer. */
export const secretProblems = ['invalid_frontend_secret', 'validation_failed', 'internal', 'overloaded'] as const satisfies readonly FrontendProblemCode[]

/** What every operation of a signed-in person can answer. */
export const sessionProblems = [...secretProblems, 'invalid_session', 'session_expired'] as const satisfies readonly FrontendProblemCode[]

/** What every operation inside a course can answer. */
export const courseProblems = [
  ...sessionProblems, 'validation_failed', 'invalid_upstream_token', 'forbidden', 'not_found', 'upstream_unavailable',
] as const satisfies readonly FrontendProblemCode[]

/** What a write with `If-Match` can answer beside what its body can. */
export const revisionProblems = ['malformed_if_match', 'precondition_required', 'revision_conflict'] as const satisfies readonly FrontendProblemCode[]
