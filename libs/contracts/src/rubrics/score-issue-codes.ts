/** Reasons of the frontend's boundary alone: why scores cannot be taken, or are not complete. */
export const scoreIssueCodes = [
  'unknown_criterion',
  'unknown_level',
  'unknown_check',
  'wrong_kind',
  'out_of_range',
  'off_step',
  'too_many_times',
  'too_many_checks',
  'score_required',
  'too_few_checks',
  'comment_required',
] as const

/** The same, and what is said of a part that was changed since the writer read it. */
export const assessmentIssueCodes = [...scoreIssueCodes, 'changed'] as const
