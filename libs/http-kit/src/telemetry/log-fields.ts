/** An identifier, a code or an address. A text with spaces or quotes, or a longer one, is none of these. */
const word = /^[A-Za-z0-9$_.:/[\]-]{1,128}$/
const isWord = (value: unknown): value is string => typeof value === 'string' && word.test(value)
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isInteger = (value: unknown): value is number => Number.isSafeInteger(value)

/**
 * A fixed code of what is searched for in the log, such as `session_refused`. Each stands where it is logged; docs/src/content/docs/project/security.md lists
 * them all, and a test compares the two.
 */
type LogEvent = string
const eventForm = /^[a-z]+(?:_[a-z]+)*$/
const isEvent = (value: unknown): value is LogEvent =>
  typeof value === 'string' && value.length <= 40 && eventForm.test(value)

/** All that a log line may hold besides its fixed text. Any other field is dropped and counted. */
const accepts = {
  // of a request
  requestId: isWord,
  operation: isWord,
  method: isWord,
  status: isInteger,
  durationMs: isNumber,
  userId: isInteger,
  courseId: isInteger,
  code: isWord,
  // of what happened
  event: isEvent,
  reason: isWord,
  job: isWord,
  // of a grade on its way
  deliveryId: isWord,
  sendNumber: isInteger,
  submissionId: isInteger,
  exerciseId: isInteger,
  kind: isWord,
  phase: isWord,
  outcome: isWord,
  count: isInteger,
  // of an error: never its message
  errorClass: isWord,
  errorCode: isWord,
  causeClass: isWord,
  sqlstate: isWord,
  site: isWord,
  // of the process
  host: isWord,
  port: isInteger,
  opsPort: isInteger,
  signal: isWord,
  exitCode: isInteger,
  variable: isWord,
}

type Accepted<Check> = Check extends ((value: unknown) => value is infer Value) ? Value : never

/** The fields of a log line; an undefined one is left out. */
export type LogFields = { [Name in keyof typeof accepts]?: Accepted<(typeof accepts)[Name]> | undefined }

const checks: ReadonlyMap<string, (value: unknown) => boolean> = new Map(Object.entries(accepts))

/**
 * Keeps the named fields of the right kind and nothing else, as plain data that nobody changes afterwards. The compiler checks the
 * fields of our own code; this checks values that only claim their type. `dropped` counts what was left out. When nothing is left
 * out, which is always so except for a defect, the object is returned as it is: copying it would take a tenth of the time of its
 * line.
 */
export function allowedFields(fields: LogFields): {
  readonly allowed: Readonly<Record<string, unknown>>
  readonly dropped: number
} {
  const given: Readonly<Record<string, unknown>> = fields
  const dropped = Object.keys(given).filter(
    (name) => given[name] !== undefined && checks.get(name)?.(given[name]) !== true,
  )
  // An object of a class, for instance an error, would show more in the line than its own fields.
  if (dropped.length === 0 && Object.getPrototypeOf(given) === Object.prototype) return { allowed: given, dropped: 0 }
  const allowed = Object.fromEntries(Object.entries(given).filter(([name]) => !dropped.includes(name)))
  return { allowed, dropped: dropped.length }
}
