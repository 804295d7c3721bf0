/** A word of a program: an identifier, a code, an address. Spaces, quotes and anything longer are no word. */
const word = /^[A-Za-z0-9$_.:/[\]-]{1,128}$/
const isWord = (value: unknown): boolean => typeof value === 'string' && word.test(value)
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value)
const isInteger = (value: unknown): boolean => Number.isSafeInteger(value)
const isFlag = (value: unknown): boolean => typeof value === 'boolean'

/** The whole of what a log line may say beside its fixed text. Everything else is dropped and counted. */
export interface LogFields {
  // of a request
  requestId?: string | undefined
  operation?: string | undefined
  method?: string | undefined
  status?: number | undefined
  durationMs?: number | undefined
  // of whom and what: numbers of A+, own ids
  userId?: number | undefined
  courseId?: number | undefined
  exerciseId?: number | undefined
  submissionId?: number | undefined
  assessmentId?: string | undefined
  deliveryId?: string | undefined
  sendNumber?: number | undefined
  keyId?: string | undefined
  revision?: number | undefined
  // of what happened
  event?: LogEvent | undefined
  code?: string | undefined
  reason?: string | undefined
  outcome?: string | undefined
  phase?: string | undefined
  boundary?: string | undefined
  queryName?: string | undefined
  check?: string | undefined
  // of an error: never its message
  errorClass?: string | undefined
  errorCode?: string | undefined
  causeClass?: string | undefined
  sqlstate?: string | undefined
  site?: string | undefined
  // of the process
  host?: string | undefined
  port?: number | undefined
  opsPort?: number | undefined
  signal?: string | undefined
  exitCode?: number | undefined
  count?: number | undefined
  waitMs?: number | undefined
  attempt?: number | undefined
  draining?: boolean | undefined
}

/** Fixed codes of security events, for alerts to match on. */
export type LogEvent =
  | 'secret_refused' | 'token_refused' | 'session_revoked' | 'policy_refused' | 'delivery_resolved'
  | 'key_rotated' | 'delivery_hold' | 'token_in_log' | 'rate_limited'

const accepts: { readonly [K in keyof Required<LogFields>]: (value: unknown) => boolean } = {
  requestId: isWord, operation: isWord, method: isWord, status: isInteger, durationMs: isNumber,
  userId: isInteger, courseId: isInteger, exerciseId: isInteger, submissionId: isInteger,
  assessmentId: isWord, deliveryId: isWord, sendNumber: isInteger, keyId: isWord, revision: isInteger,
  event: isWord, code: isWord, reason: isWord, outcome: isWord, phase: isWord, boundary: isWord,
  queryName: isWord, check: isWord,
  errorClass: isWord, errorCode: isWord, causeClass: isWord, sqlstate: isWord, site: isWord,
  host: isWord, port: isInteger, opsPort: isInteger, signal: isWord, exitCode: isInteger,
  count: isInteger, waitMs: isNumber, attempt: isInteger, draining: isFlag,
}

const checks: ReadonlyMap<string, (value: unknown) => boolean> = new Map(Object.entries(accepts))

/**
 * Copies the named fields of the right kind and nothing else, however the object came about: the compiler keeps the
 * list for our own code, this keeps it for values that only claim their type. `dropped` counts what was left out.
 */
export function allowedFields(fields: LogFields): { readonly allowed: Record<string, unknown>; readonly dropped: number } {
  const allowed: Record<string, unknown> = {}
  let dropped = 0
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    if (checks.get(name)?.(value) === true) allowed[name] = value
    else dropped += 1
  }
  return { allowed, dropped }
}
