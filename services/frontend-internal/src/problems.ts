import type { ProblemTable } from '@course-grading/contracts'
import type { ProblemStyle } from '@course-grading/http-kit'

const internalProblems = {
  validation_failed: { status: 400, message: 'The request is not valid.', condition: 'Malformed or invalid input.' },
  not_found: { status: 404, message: 'There is nothing here.', condition: 'No such path.' },
  internal: { status: 500, message: 'Something went wrong on our side.', condition: 'Internal server error.' },
  overloaded: { status: 503, message: 'Too much at once.', condition: 'Too much at once; nothing was read or changed.' },
} satisfies ProblemTable

/** How this boundary says no: a code and the request's id; code and status say all there is to say. */
export const problems: ProblemStyle = {
  table: internalProblems,
  body: ({ code, requestId }) => ({ code, requestId }),
}
