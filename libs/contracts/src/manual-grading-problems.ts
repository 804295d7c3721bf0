import { internalProblems } from './internal-problems.ts'
import type { ProblemTable } from './operation.ts'

// No operation here reads a revision first.
const { precondition_required: _, ...sharedProblems } = internalProblems

/** Every refusal of the manual-grading boundary: code and status; the message is for whoever reads a log or a test. */
export const manualGradingProblems = {
  ...sharedProblems,
  callback_not_allowed: {
    status: 400, message: 'The callback URL is not one that is allowed here.',
    condition: 'Origin, path, token or form of the callback URL are not allowed; `fieldErrors` points at it, and never repeats it.',
  },
  invalid_cursor: { status: 400, message: 'The cursor is not one of this list.', condition: 'A `cursor` that this list never gave.' },
  invalid_manual_grading_secret: {
    status: 401, message: 'The service secret is missing or wrong.',
    condition: '`X-Service-Manual-Grading-Secret` is missing, wrong or given twice.',
  },
  fixtures_disabled: { status: 403, message: 'Fixtures are off here.', condition: 'A fixture, where fixture tooling is off.' },
  delivery_pending: { status: 409, message: 'A grade is on its way.', condition: 'A grade of the submission waits to be sent, or is being sent.' },
  delivery_ambiguous: { status: 409, message: 'Whether the grade arrived is not known.', condition: 'Whether a grade of the submission arrived is not known.' },
} as const satisfies ProblemTable
export type ManualGradingProblemCode = keyof typeof manualGradingProblems
