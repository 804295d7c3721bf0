import { meaningOf, type ReplyMeaning, type SendReply } from './send-reply.ts'

/**
 * How far a send came. The door is the one committed step that only one worker can take, once; writing begins when the
 * code is called that writes the first byte, whether or not a byte leaves.
 */
export type SendPhase = 'before_start' | 'send_started' | 'write_begun'

/** What stopped a send that has no answer to judge. */
export type CallbackErrorReason =
  | 'unreachable' // name not found, refused, no route, connecting took too long
  | 'tls_failed' // certificate, name, handshake closed or stalled, plain HTTP on the port
  | 'not_allowed' // the policy of callback URLs or of addresses
  | 'capability_gone' // deleted, expired, or its seal is broken
  | 'key_unknown' // its key is not in the ring
  | 'invalid_result' // what the result holds makes no valid grade
  | 'verification_refused' // 401, 403 or 404 to the look
  | 'verification_redirected'
  | 'verification_failed' // the look had any other answer but a 200 that is understood
  | 'graded_elsewhere'
  | 'start_unknown' // the commit of the door had no answer
  | 'too_late' // too much time passed between the door and the write
  | 'stopped' // abort, shutdown
  | 'timeout' // headers, body, total
  | 'closed' // reset or close before the headers were complete
  | 'answer_cut' // reset, close, stall or truncation inside the body
  | 'malformed_answer' // not HTTP, two lengths, a wrong length, too many headers, an unexpected 100 or 101
  | 'answer_too_long'
  | 'worker_lost' // died, or was silent for longer than its lease
  | 'database_lost'

export type SendEvent = { readonly what: CallbackErrorReason } | { readonly what: 'answer'; readonly answer: SendReply }

/** Why a delivery stands where it stands, from a closed list that may be stored, shown and logged. */
export type SendKind =
  | Exclude<CallbackErrorReason, 'verification_redirected'>
  | ReplyMeaning
  | 'never_sent'
  | 'unexpected'

/**
 * `pending` and `unsent` both mean that surely nothing was sent and that the delivery waits for another try; `unsent`
 * closes a send whose door is passed. `alert` asks for an operator at once; what is ambiguous has an age of its own.
 */
export interface SendClass {
  readonly outcome: 'delivered' | 'refused' | 'ambiguous' | 'unsent' | 'pending'
  readonly kind: SendKind
  readonly alert: boolean
}

/** What becomes of a delivery that surely was not sent and is given up. */
export const neverSent: SendClass = { outcome: 'refused', kind: 'never_sent', alert: true }

type Outcome = SendClass['outcome']

interface Row {
  /** Before the door, with the door passed and nothing written, with the write begun; null where it cannot happen. */
  readonly outcomes: readonly [Outcome | null, Outcome | null, Outcome | null]
  readonly kind: SendKind
  readonly alert: boolean
}

function row(kind: SendKind, ...outcomes: Row['outcomes']): Row {
  return { outcomes, kind, alert: false }
}

function alerting(quiet: Row): Row {
  return { ...quiet, alert: true }
}

/** Who finds a send with its door passed cannot know whether its lost worker wrote: ambiguous from the door on. */
const rows: Readonly<Record<CallbackErrorReason, Row>> = {
  unreachable: row('unreachable', 'pending', 'unsent', null),
  tls_failed: alerting(row('tls_failed', 'pending', 'unsent', null)),
  not_allowed: row('not_allowed', 'refused', null, null),
  capability_gone: row('capability_gone', 'refused', null, null),
  key_unknown: alerting(row('key_unknown', 'pending', null, null)),
  invalid_result: row('invalid_result', 'refused', null, null),
  verification_refused: row('verification_refused', 'refused', null, null),
  verification_redirected: row('redirected', 'refused', null, null),
  verification_failed: row('verification_failed', 'pending', null, null),
  graded_elsewhere: row('graded_elsewhere', 'refused', null, null),
  start_unknown: row('start_unknown', 'unsent', 'unsent', null),
  too_late: row('too_late', null, 'unsent', null),
  stopped: row('stopped', 'pending', 'unsent', 'ambiguous'),
  timeout: row('timeout', 'pending', 'unsent', 'ambiguous'),
  closed: row('closed', 'pending', 'unsent', 'ambiguous'),
  answer_cut: row('answer_cut', 'pending', null, 'ambiguous'),
  malformed_answer: row('malformed_answer', 'pending', null, 'ambiguous'),
  answer_too_long: row('answer_too_long', 'pending', null, 'ambiguous'),
  worker_lost: row('worker_lost', 'pending', 'ambiguous', 'ambiguous'),
  database_lost: row('database_lost', 'pending', 'unsent', 'ambiguous'),
}

const outcomeOfReply: Readonly<Record<ReplyMeaning, Outcome>> = {
  accepted: 'delivered',
  invalid_grade: 'refused',
  redirected: 'refused',
  rejected: 'refused',
  rate_limited: 'refused',
  failed_inside: 'ambiguous',
  unclear_answer: 'ambiguous',
  server_error: 'ambiguous',
  malformed_answer: 'ambiguous',
  early_answer: 'ambiguous',
}

const refusals = new Set<SendKind>([
  ...Object.values(rows)
    .filter(({ outcomes }) => outcomes.includes('refused'))
    .map(({ kind }) => kind),
  ...(Object.keys(outcomeOfReply) as ReplyMeaning[]).filter((meaning) => outcomeOfReply[meaning] === 'refused'),
  neverSent.kind,
])
const waitsUnsent = ['pending', 'unsent'] as const

/** Every way for an attempt to end that asks for an operator at once, so that each can be counted from the first on. */
export const alertedEnds: readonly { readonly outcome: Outcome; readonly kind: SendKind }[] = [
  ...[...refusals].map((kind) => ({ outcome: 'refused', kind }) as const),
  ...Object.values(rows)
    .filter(({ alert }) => alert)
    .flatMap(({ outcomes, kind }) =>
      waitsUnsent.filter((outcome) => outcomes.includes(outcome)).map((outcome) => ({ outcome, kind })),
    ),
  ...waitsUnsent.map((outcome) => ({ outcome, kind: 'unexpected' }) as const),
]

const columns: readonly SendPhase[] = ['before_start', 'send_started', 'write_begun']

/** Where an event that the table does not know leaves a delivery: nothing was sent only as long as nothing was written. */
const unexpected: Readonly<Record<SendPhase, Outcome>> = {
  before_start: 'pending',
  send_started: 'unsent',
  write_begun: 'ambiguous',
}

/**
 * What an event means for a delivery, by the phase in which it happened and not by its error code: the same code occurs
 * before and after a request was written. Once the write has begun, only an answer with its end settles anything.
 * Every refusal asks for an operator: some put the submission into error upstream.
 */
export function classifySend(phase: SendPhase, event: SendEvent): SendClass {
  if (event.what === 'answer') return classifyReply(phase, event.answer)
  const known = Object.hasOwn(rows, event.what) ? rows[event.what] : undefined
  const outcome = known?.outcomes[columns.indexOf(phase)]
  if (known === undefined || !outcome) return classifyUnexpected(phase)
  return { outcome, kind: known.kind, alert: known.alert || outcome === 'refused' }
}

/** What the status of a look stops; null for the one that shows the submission. */
export function verificationErrorOf(status: number): CallbackErrorReason | null {
  if (status === 200) return null
  if (status === 401 || status === 403 || status === 404) return 'verification_refused'
  return status >= 300 && status < 400 ? 'verification_redirected' : 'verification_failed'
}

function classifyReply(phase: SendPhase, answer: SendReply): SendClass {
  if (phase !== 'write_begun') return classifyUnexpected(phase)
  const kind = meaningOf(answer)
  const outcome = outcomeOfReply[kind]
  return { outcome, kind, alert: outcome === 'refused' }
}

/** A phase that nobody knows is taken for the latest. */
function classifyUnexpected(phase: SendPhase): SendClass {
  const outcome = Object.hasOwn(unexpected, phase) ? unexpected[phase] : 'ambiguous'
  return { outcome, kind: 'unexpected', alert: true }
}
