import type { ProblemTable } from '../operation/operation.ts'

export const deliveryProblems = {
  not_in_state: {
    status: 409,
    message: 'Its state does not allow this now.',
    condition:
      'Its state, which `detail` names, does not allow this. If it will be allowed later, `Retry-After` says when.',
  },
  delivery_pending: {
    status: 409,
    message: 'A grade is on its way.',
    condition: 'A delivery that this concerns waits to be sent, or is being sent.',
  },
  delivery_ambiguous: {
    status: 409,
    message: 'Whether the grade arrived is not known.',
    condition: 'It is not known whether a grade that this concerns has arrived.',
  },
} as const satisfies ProblemTable
