import type { ProblemTable } from '../operation/operation.ts'

export const rubricProblems = {
  rubric_in_use: {
    status: 409,
    message: 'The rubric is in use.',
    condition: 'An exercise is graded by the rubric, or it was published.',
  },
} as const satisfies ProblemTable
