import { bodyLimitText } from '../operation/limits.ts'
import type { ProblemTable } from '../operation/operation.ts'

export const publicProblems = {
  validation_failed: {
    status: 400,
    message: 'Invalid request.',
    condition: 'Malformed or invalid input; `issues` lists every problem at once.',
  },
  invalid_token: {
    status: 401,
    message: 'The API token is missing or not valid.',
    condition: 'Missing, malformed or refused API token.',
  },
  forbidden: {
    status: 403,
    message: 'You are not a teacher of this course.',
    condition: "The token's owner does not teach the requested course.",
  },
  not_found: {
    status: 404,
    message: 'Not found.',
    condition: 'The course has no configuration in the service.',
  },
  method_not_allowed: {
    status: 405,
    message: 'Method not allowed.',
    condition: 'The path does not have this method; `Allow` lists those that it has.',
  },
  request_timeout: {
    status: 408,
    message: 'The request body took too long.',
    condition: 'The request body did not arrive within 30 s.',
  },
  manual_grading_exercise_conflict: {
    status: 409,
    message: 'A manual-grading exercise is already assigned to another course.',
    condition: 'A manual-grading exercise is already assigned to another course.',
  },
  revision_conflict: {
    status: 412,
    message: 'The settings have changed since you read them. Read them again, reconcile, and retry.',
    condition: 'The `If-Match` revision is stale because another writer changed the course.',
  },
  payload_too_large: {
    status: 413,
    message: `The request body is larger than ${bodyLimitText}.`,
    condition: 'The request body exceeds 2 MB.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'The request body must be application/json in UTF-8.',
    condition: 'The request body is not `application/json`.',
  },
  precondition_required: {
    status: 428,
    message: 'If-Match with the revision you read is required.',
    condition: 'The `If-Match` header is missing.',
  },
  rate_limited: {
    status: 429,
    message: 'Too many requests; see Retry-After.',
    condition: 'More requests a minute than this service allows.',
  },
  internal: { status: 500, message: 'Internal error.', condition: 'Internal server error.' },
  aplus_unavailable: {
    status: 502,
    message: 'The learning platform did not answer as expected. Try again later.',
    condition: 'The upstream learning platform is unavailable.',
  },
  overloaded: {
    status: 503,
    message: 'Overloaded; see Retry-After.',
    condition: 'The service is overloaded, or its database was lost; nothing was changed.',
  },
} as const satisfies ProblemTable
export type PublicProblemCode = keyof typeof publicProblems
