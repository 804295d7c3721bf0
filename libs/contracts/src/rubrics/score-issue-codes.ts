/** Reasons why scores are invalid or incomplete, of the frontend's boundary only. */
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

/** `changed` is for a part of an assessment that has changed since the writer read it. */
export const assessmentIssueCodes = [...scoreIssueCodes, 'changed'] as const
