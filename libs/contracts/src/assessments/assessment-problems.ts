import type { ProblemTable } from '../operation/operation.ts'

export const assessmentProblems = {
  already_claimed: {
    status: 409,
    message: 'Somebody else has claimed it.',
    condition: 'Somebody else holds the submission; `detail` says who and until when.',
  },
  claim_lost: {
    status: 409,
    message: 'You no longer hold it.',
    condition:
      'The caller does not hold the assessment. The body of a save is kept among the parked drafts of the caller.',
  },
  claim_limit: {
    status: 409,
    message: 'You hold the maximum number of submissions of the exercise.',
    condition:
      'The caller has as many open claims in the exercise as its settings allow; `detail` says how many of how many.',
  },
  incomplete: {
    status: 409,
    message: 'Something is missing before it is complete.',
    condition: 'The assessment is not complete; `fieldErrors` has every gap.',
  },
  merge_conflict: {
    status: 409,
    message: 'What you changed has been changed since.',
    condition:
      'A part that the patch touches has changed since its base. The patch is kept among the parked drafts of the caller.',
  },
} as const satisfies ProblemTable
