/** A word of a program: an identifier, a code, an address. Spaces, quotes and anything longer are no word. */
const word = /^[A-Za-z0-9$_.:/[\]-]{1,128}$/
const isWord = (value: unknown): value is string => typeof value === 'string' && word.test(value)
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isInteger = (value: unknown): value is number => Number.isSafeInteger(value)

/** Fixed codes of what is looked for in the log: who was let in or refused, and each step of a grade. */
const events = [
  'access_refused', 'token_refused', 'frontend_secret_refused', 'session_refused', 'session_created', 'session_ended', 'sessions_revoked',
  'session_unopenable', 'person_exported', 'person_erased', 'erasure_repeated', 'roster_retention_ends', 'roster_erased', 'results_disowned',
  'manual_grading_secret_refused', 'capability_registered', 'capability_deleted', 'callback_not_allowed', 'capability_unopenable', 'fixtures_reset',
  'delivery_leased', 'delivery_returned', 'delivery_refused', 'delivery_door_passed', 'delivery_door_shut', 'delivery_unsent', 'delivery_delivered',
  'delivery_ambiguous', 'delivery_looked', 'delivery_read_back', 'delivery_resolved', 'delivery_lapsed', 'delivery_server_changed',
  'delivery_record_failed', 'delivery_standing_changed', 'delivery_database_lossy', 'delivery_released', 'delivery_registered_again', 'deliveries_held', 'deliveries_resumed',
  'keys_rotated',
] as const
/** One of the fixed codes of security events. */
export type LogEvent = (typeof events)[number]
const isEvent = (value: unknown): value is LogEvent => (events as readonly unknown[]).includes(value)

/** The whole of what a log line may say beside its fixed text. Everything else is dropped and counted. */
const accepts = {
  // of a request
  requestId: isWord, operation: isWord, method: isWord, status: isInteger, durationMs: isNumber,
  userId: isInteger, courseId: isInteger, code: isWord,
  // of what happened
  event: isEvent, reason: isWord,
  // of a grade on its way
  deliveryId: isWord, sendNumber: isInteger, submissionId: isInteger, exerciseId: isInteger, kind: isWord, phase: isWord, outcome: isWord, count: isInteger,
  // of an error: never its message
  errorClass: isWord, errorCode: isWord, causeClass: isWord, sqlstate: isWord, site: isWord,
  // of the process
  host: isWord, port: isInteger, opsPort: isInteger, signal: isWord, exitCode: isInteger,
}

type Accepted<Check> = Check extends (value: unknown) => value is infer Value ? Value : never

/** The fields of a log line; an undefined one is left out. */
export type LogFields = { [Name in keyof typeof accepts]?: Accepted<(typeof accepts)[Name]> | undefined }

const checks: ReadonlyMap<string, (value: unknown) => boolean> = new Map(Object.entries(accepts))

/**
 * The named fields of the right kind and nothing else, of plain data that nobody changes afterwards: the compiler keeps the list
 * for our own code, this keeps it for values that only claim their type. `dropped` counts what was left out; without any, as always
 * but in a defect, a plain object is answered itself: to copy it would take a tenth of the time of its line.
 */
export function allowedFields(fields: LogFields): { readonly allowed: Readonly<Record<string, unknown>>; readonly dropped: number } {
  const given: Readonly<Record<string, unknown>> = fields
  const dropped = Object.keys(given).filter((name) => given[name] !== undefined && checks.get(name)?.(given[name]) !== true)
  // Of an error, say, the line would tell more than its own fields.
  if (dropped.length === 0 && Object.getPrototypeOf(given) === Object.prototype) return { allowed: given, dropped: 0 }
  const allowed = Object.fromEntries(Object.entries(given).filter(([name]) => !dropped.includes(name)))
  return { allowed, dropped: dropped.length }
}
