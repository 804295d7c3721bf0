/** Fits identifiers, codes and addresses, which have at most 128 characters, and no spaces or quotes. */
const word = /^[A-Za-z0-9$_.:/[\]-]{1,128}$/
const isWord = (value: unknown): value is string => typeof value === 'string' && word.test(value)
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isInteger = (value: unknown): value is number => Number.isSafeInteger(value)

/** A fixed code to search the log for, as `session_refused`. A test compares all codes with docs/src/content/docs/project/security.md. */
type LogEvent = string
const eventForm = /^[a-z]+(?:_[a-z]+)*$/
const isEvent = (value: unknown): value is LogEvent =>
  typeof value === 'string' && value.length <= 40 && eventForm.test(value)

/** All fields that a log line may have besides its fixed text. Any other field is dropped and counted. */
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

export type LogFields = { [Name in keyof typeof accepts]?: Accepted<(typeof accepts)[Name]> | undefined }

const checks: ReadonlyMap<string, (value: unknown) => boolean> = new Map(Object.entries(accepts))

/** Keeps the fields of `accepts` whose values are of the right kind, whatever their types claim. Usually copies nothing, to save time. */
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
