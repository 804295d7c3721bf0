/** Machine-readable reasons that `issues[].code` may hold: a closed list, the same for every boundary. */
export const issueCodes = [
  'required',
  'unknown_field',
  'invalid_type',
  'invalid_format',
  'invalid_value',
  'too_small',
  'too_large',
  'too_short',
  'too_long',
  'duplicate',
  'immutable',
  'malformed_json',
  'not_staff',
  'conflict',
  'too_many_issues',
] as const
