import { meaningOf, type ReplyMeaning, type SendReply } from './send-reply.ts'

/** `send_started`: one worker has committed the send start. `write_begun`: the code that writes has begun, whether or not a byte left. */
export type SendPhase = 'before_start' | 'send_started' | 'write_begun'

export type CallbackErrorReason =
  | 'unreachable' // name not found, refused, no route, connecting took too long
  | 'tls_failed' // certificate, name, handshake closed or stalled, plain HTTP on the port
  | 'not_allowed' // the policy of callback URLs or of addresses
  | 'capability_gone' // deleted, expired, or its seal is broken
  | 'key_unknown' // the key that sealed it is not in the ring
  | 'invalid_result' // the result cannot be written as a valid grade
  | 'verification_refused' // a verification was answered 401, 403 or 404
  | 'verification_redirected'
  | 'verification_failed' // a verification had any other reply than a 200 that is understood
  | 'graded_elsewhere'
  | 'start_unknown' // the commit of the send start had no reply
  | 'too_late' // too much time passed between the send start and the write
  | 'stopped' // abort, shutdown
  | 'timeout' // headers, body, total
  | 'closed' // reset or close before the headers were complete
  | 'reply_cut' // reset, close, stall or truncation inside the body
  | 'malformed_reply' // not HTTP, two lengths, a wrong length, too many headers, an unexpected 100 or 101
  | 'reply_too_long'
  | 'worker_lost' // it died, or did nothing for longer than its lease
  | 'database_lost'

export type SendEvent = { readonly event: CallbackErrorReason } | { readonly event: 'reply'; readonly reply: SendReply }

export type SendKind =
  | Exclude<CallbackErrorReason, 'verification_redirected'>
  | ReplyMeaning
  | 'never_sent'
  | 'unexpected'

/** `pending` and `unsent`: surely not sent, to be tried again; `unsent` ends a started send. `alert`: to an operator, at once. */
export interface SendClass {
  readonly outcome: 'delivered' | 'refused' | 'ambiguous' | 'unsent' | 'pending'
  readonly kind: SendKind
  readonly alert: boolean
}

export const neverSent: SendClass = { outcome: 'refused', kind: 'never_sent', alert: true }

type Outcome = SendClass['outcome']

interface Row {
  /** By phase: before the send start, after it with nothing written, after the write began. Null if it cannot happen. */
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

/** Whoever finds a started send of a lost worker cannot know whether that worker wrote: it is ambiguous from the send start on. */
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
  reply_cut: row('reply_cut', 'pending', null, 'ambiguous'),
  malformed_reply: row('malformed_reply', 'pending', null, 'ambiguous'),
  reply_too_long: row('reply_too_long', 'pending', null, 'ambiguous'),
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
  unclear_reply: 'ambiguous',
  server_error: 'ambiguous',
  malformed_reply: 'ambiguous',
  early_reply: 'ambiguous',
}

const refusals = new Set<SendKind>([
  ...Object.values(rows)
    .filter(({ outcomes }) => outcomes.includes('refused'))
    .map(({ kind }) => kind),
  ...(Object.keys(outcomeOfReply) as ReplyMeaning[]).filter((meaning) => outcomeOfReply[meaning] === 'refused'),
  neverSent.kind,
])
const waitsUnsent = ['pending', 'unsent'] as const

/** The outcomes that alert. Their counters are made from this list, so that they exist before the first such event. */
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

/** The outcome of an event where the table has none: nothing was sent only as long as nothing was written. */
const unexpected: Readonly<Record<SendPhase, Outcome>> = {
  before_start: 'pending',
  send_started: 'unsent',
  write_begun: 'ambiguous',
}

/** The phase decides, not the error code: once the write has begun, only a whole reply proves anything. Every refusal alerts. */
export function classifySend(phase: SendPhase, event: SendEvent): SendClass {
  if (event.event === 'reply') return classifyReply(phase, event.reply)
  const known = Object.hasOwn(rows, event.event) ? rows[event.event] : undefined
  const outcome = known?.outcomes[columns.indexOf(phase)]
  if (known === undefined || !outcome) return classifyUnexpected(phase)
  return { outcome, kind: known.kind, alert: known.alert || outcome === 'refused' }
}

export function verificationErrorOf(status: number): CallbackErrorReason | null {
  if (status === 200) return null
  if (status === 401 || status === 403 || status === 404) return 'verification_refused'
  return status >= 300 && status < 400 ? 'verification_redirected' : 'verification_failed'
}

function classifyReply(phase: SendPhase, reply: SendReply): SendClass {
  if (phase !== 'write_begun') return classifyUnexpected(phase)
  const kind = meaningOf(reply)
  const outcome = outcomeOfReply[kind]
  return { outcome, kind, alert: outcome === 'refused' }
}

/** An unknown phase is treated as the latest one. */
function classifyUnexpected(phase: SendPhase): SendClass {
  const outcome = Object.hasOwn(unexpected, phase) ? unexpected[phase] : 'ambiguous'
  return { outcome, kind: 'unexpected', alert: true }
}
