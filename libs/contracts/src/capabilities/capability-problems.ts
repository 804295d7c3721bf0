import type { ProblemTable } from '../operation/operation.ts'

export const capabilityProblems = {
  invalid_manual_grading_secret: {
    status: 401,
    message: 'The service secret is missing or wrong.',
    condition: '`X-Service-Manual-Grading-Secret` is missing, wrong or given twice.',
  },
  callback_not_allowed: {
    status: 400,
    message: 'The callback URL is not allowed.',
    condition:
      'Origin, path, token or form of the callback URL are not allowed; `fieldErrors` points at it, and never repeats it.',
  },
  fixtures_disabled: {
    status: 403,
    message: 'Fixtures are disabled.',
    condition: 'The request is about a fixture, and fixture tooling is off.',
  },
  delivery_pending: {
    status: 409,
    message: 'A grade is on its way.',
    condition: 'A delivery of the submission waits to be sent, or is being sent.',
  },
  delivery_ambiguous: {
    status: 409,
    message: 'Whether the grade arrived is not known.',
    condition: 'It is not known whether a grade of the submission arrived.',
  },
} as const satisfies ProblemTable
