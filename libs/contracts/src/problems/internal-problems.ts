import { bodyLimitText } from '../operation/limits.ts'
import type { ProblemTable } from '../operation/operation.ts'

export const internalProblems = {
  validation_failed: { status: 400, message: 'Invalid request.', condition: 'Malformed or invalid input.' },
  not_found: {
    status: 404,
    message: 'Not found.',
    condition: 'There is no such path, or the caller may not know that it exists.',
  },
  method_not_allowed: {
    status: 405,
    message: 'Method not allowed.',
    condition: 'The path does not have this method; `Allow` lists those that it has.',
  },
  request_timeout: {
    status: 408,
    message: 'The request body took too long.',
    condition: 'The request body did not arrive within 30 s (a CSV: a minute).',
  },
  payload_too_large: {
    status: 413,
    message: `The request body is larger than ${bodyLimitText}.`,
    condition: 'The request body exceeds 2 MB.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'The request body has the wrong media type.',
    condition: 'The operation does not accept the media type of the request body.',
  },
  precondition_required: {
    status: 428,
    message: 'If-Match with the revision you read is required.',
    condition: 'The `If-Match` header is missing.',
  },
  internal: { status: 500, message: 'Internal error.', condition: 'Internal server error.' },
  overloaded: {
    status: 503,
    message: 'Overloaded; see Retry-After.',
    condition: 'The service is overloaded, or its database was lost; nothing was changed.',
  },
} as const satisfies ProblemTable
