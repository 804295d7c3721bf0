import type { ProblemTable } from '@course-grading/contracts/operation/operation'

/** What the reverse proxy replies in the service's place, besides `payload_too_large`. */
export const proxyProblems = {
  tls_required: {
    status: 403,
    message: 'Use https.',
    condition: 'The request came without TLS. Its token was readable on the way: make a new one.',
  },
  bad_gateway: {
    status: 502,
    message: 'The service did not reply.',
    condition: 'The service is not running, or ended before it had replied.',
  },
  gateway_timeout: {
    status: 504,
    message: 'The service did not reply in time.',
    condition: 'The service did not reply within 65 s.',
  },
} as const satisfies ProblemTable
