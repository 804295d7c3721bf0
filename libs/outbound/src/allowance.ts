import { isIP } from 'node:net'

interface Allowance {
  readonly target: string
  /** The private address range that is allowed for the target; undefined allows none. */
  readonly cidr: string | undefined
}

export interface AllowedOrigin {
  /** As a URL parser writes it, such as `https://grader.example.org` or `http://127.0.0.1:8090`. */
  readonly origin: string
  readonly cidr: string | undefined
}

/** Reads `target[|CIDR]`; undefined if the range is invalid. The caller checks the target. */
export function parseAllowance(text: string): Allowance | undefined {
  const [target = '', cidr, ...rest] = text.split('|')
  if (rest.length > 0 || (cidr !== undefined && !isCidr(cidr))) return undefined
  return { target, cidr }
}

/** Reads `origin[|CIDR]`, with the origin as a URL parser writes it; undefined for anything else. */
export function parseAllowedOrigin(text: string): AllowedOrigin | undefined {
  const allowance = parseAllowance(text)
  if (allowance === undefined || !isOrigin(allowance.target)) return undefined
  return { origin: allowance.target, cidr: allowance.cidr }
}

function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && !text.includes('*') && URL.parse(text)?.origin === text
}

function isCidr(text: string): boolean {
  const [address = '', prefix = '', ...rest] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1
  return rest.length === 0 && /^(0|[1-9][0-9]{0,2})$/.test(prefix) && Number(prefix) <= bits
}
