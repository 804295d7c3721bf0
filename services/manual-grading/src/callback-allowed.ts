import { isIP } from 'node:net'
import { isCallbackPattern, type AllowedCallback } from '@course-grading/domain'

function isCidr(text: string): boolean {
  const [address = '', prefix = '', ...rest] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1
  return rest.length === 0 && /^(0|[1-9][0-9]{0,2})$/.test(prefix) && Number(prefix) <= bits
}

/** Reads one `URL pattern[|CIDR]`; undefined for anything else, and for a pattern that could allow nothing. */
export function parseCallbackAllowance(text: string): AllowedCallback | undefined {
  const [pattern = '', cidr, ...rest] = text.split('|')
  if (!isCallbackPattern(pattern) || rest.length > 0) return undefined
  return cidr === undefined || isCidr(cidr) ? { pattern, cidr } : undefined
}
