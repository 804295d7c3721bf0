import { capabilityProblems } from '../capabilities/capability-problems.ts'
import { internalProblems } from '../problems/internal-problems.ts'
import type { ProblemTable } from '../operation/operation.ts'

// No operation of this boundary needs the revision that its caller read.
const { precondition_required: _, ...sharedProblems } = internalProblems

export const manualGradingProblems = {
  ...sharedProblems,
  invalid_cursor: {
    status: 400,
    message: 'Invalid cursor.',
    condition: 'The `cursor` is not one that this list has returned.',
  },
  ...capabilityProblems,
} as const satisfies ProblemTable
export type ManualGradingProblemCode = keyof typeof manualGradingProblems
