import { isCallbackPattern, type AllowedCallback } from '@course-grading/domain/delivery/callback-url'
import { parseAllowance } from '@course-grading/outbound'

/** Reads `URL pattern[|CIDR]`; undefined for anything else, and for a pattern that could allow nothing. */
export function parseCallbackAllowance(text: string): AllowedCallback | undefined {
  const allowance = parseAllowance(text)
  if (allowance === undefined || !isCallbackPattern(allowance.target)) return undefined
  return { pattern: allowance.target, cidr: allowance.cidr }
}
