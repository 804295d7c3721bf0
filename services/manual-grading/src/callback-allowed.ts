import { isIP } from 'node:net'
import { parsePlainUrl } from '@course-grading/http-kit'

export interface CallbackAllowance {
  /** URL whose path segments may be `*`. */
  readonly pattern: string
  /** Address range that is allowed although it is private, e.g. `10.0.0.0/8`. */
  readonly cidr: string | undefined
}

function isCidr(text: string): boolean {
  const [address = '', prefix = '', ...rest] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1
  return rest.length === 0 && /^(0|[1-9][0-9]{0,2})$/.test(prefix) && Number(prefix) <= bits
}

/** One `URL pattern[|CIDR]`; undefined for anything else. `*` stands in the path only, never in the origin. */
export function parseCallbackAllowance(text: string): CallbackAllowance | undefined {
  const [pattern = '', cidr, ...rest] = text.split('|')
  const url = parsePlainUrl(pattern)
  if (!url || url.host.includes('*') || rest.length > 0) return undefined
  return cidr === undefined || isCidr(cidr) ? { pattern, cidr } : undefined
}
