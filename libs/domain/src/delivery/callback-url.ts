/** Where grades may be sent. */
export interface AllowedCallback {
  /** Origin and path, ending in the segments `submissions`, `*` and `grader`; each `*` stands for digits. */
  readonly pattern: string
  /** Address range that is allowed at this origin although it is private; undefined allows none. */
  readonly cidr: string | undefined
}

/** Why a callback URL is refused. The URL itself is a secret and appears in no verdict. */
export type CallbackUrlProblem =
  | 'too_long'
  | 'forbidden_character'
  | 'userinfo'
  | 'not_canonical'
  | 'origin'
  | 'path'
  | 'query'
  | 'token'
  | 'exercise_kind'
  | 'other_submission'

interface Target {
  /** A secret, as is `path`. */
  readonly url: string
  readonly origin: string
  readonly protocol: 'http:' | 'https:'
  /** As URLs write it: an IPv6 address stands in brackets. */
  readonly hostname: string
  readonly port: number
  /** Path and query, byte for byte what the request line holds. */
  readonly path: string
  /** Ranges that are allowed at this origin although they are private. */
  readonly cidrs: readonly string[]
}

/** A URL that passed every rule, for the one POST of a grade. */
export interface CallbackTarget extends Target {
  readonly method: 'POST'
}

/** Where the same token shows the submission. */
export interface VerificationTarget extends Target {
  readonly method: 'GET'
}

export type CallbackCheck =
  | { readonly ok: true; readonly target: CallbackTarget }
  | { readonly ok: false; readonly verdict: CallbackUrlProblem }

const maxUrl = 2048
const patternForm = /^https?:\/\/[^/*]+(?:\/(?:\*|[\w~.-]+))*\/submissions\/\*\/grader$/
const exercisePath = /\/exercises\/[0-9]+\/grader\/?$/
const tokenForm = /^s(?<hexId>[1-9a-f][0-9a-f]*)\.[A-Za-z0-9]{32}$/

/** Whether a pattern can allow anything: written as a URL parser writes it, and ending where grades are sent. */
export function isCallbackPattern(pattern: string): boolean {
  return patternForm.test(pattern) && URL.parse(pattern)?.href === pattern && !pattern.includes('@')
}

/**
 * The rules of a callback URL, from the raw text: a parser drops tabs, trims, folds letters and resolves dots, so only
 * a text that it gives back unchanged is looked at further. Upstream has two kinds of grading URL; only the one that
 * grades this very submission passes, never the one that makes submissions.
 */
export function checkCallbackUrl(
  raw: string,
  submissionId: number,
  allowed: readonly AllowedCallback[],
): CallbackCheck {
  if (raw.length > maxUrl) return refused('too_long')
  if (!/^[\x21-\x7e]*$/.test(raw) || /[\\#]/.test(raw)) return refused('forbidden_character')
  if (/^[^/?]*\/\/[^/?]*@/.test(raw)) return refused('userinfo')
  const url = URL.parse(raw)
  if (url?.href !== raw) return refused('not_canonical')
  const sameOrigin = allowed.filter(
    ({ pattern }) => isCallbackPattern(pattern) && URL.parse(pattern)?.origin === url.origin,
  )
  // A parser also calls the origin of what a `blob:` holds its own.
  if (sameOrigin.length === 0 || !raw.startsWith(`${url.origin}/`)) return refused('origin')
  const refusal = pathProblem(url.pathname, submissionId, sameOrigin) ?? queryProblem(url.search, submissionId)
  if (refusal !== null) return refused(refusal)
  const isHttps = url.protocol === 'https:'
  return {
    ok: true,
    target: {
      method: 'POST',
      url: raw,
      origin: url.origin,
      protocol: isHttps ? 'https:' : 'http:',
      hostname: url.hostname,
      port: url.port === '' ? (isHttps ? 443 : 80) : Number(url.port),
      path: raw.slice(url.origin.length),
      cidrs: sameOrigin.flatMap(({ cidr }) => cidr ?? []),
    },
  }
}

/** The detail of the submission, which the same token opens: the callback without its last segment. For GET alone. */
export function detailUrlOf(callback: CallbackTarget): VerificationTarget {
  const path = callback.path.replace(/\/grader\/?(?=\?)/, '')
  return { ...callback, method: 'GET', url: callback.origin + path, path }
}

function pathProblem(
  path: string,
  submissionId: number,
  allowed: readonly AllowedCallback[],
): CallbackUrlProblem | null {
  if (exercisePath.test(path)) return 'exercise_kind'
  const steps = path.replace(/\/$/, '').split('/')
  if (!allowed.some(({ pattern }) => followsPattern(steps, pattern))) return 'path'
  const isOwn = Number.isSafeInteger(submissionId) && submissionId > 0 && steps.at(-2) === String(submissionId)
  return isOwn ? null : 'other_submission'
}

function followsPattern(steps: readonly string[], pattern: string): boolean {
  const wanted = new URL(pattern).pathname.split('/')
  return (
    steps.length === wanted.length &&
    wanted.every((step, index) => (step === '*' ? /^[0-9]+$/.test(steps[index] ?? '') : step === steps[index]))
  )
}

function queryProblem(search: string, submissionId: number): CallbackUrlProblem | null {
  if (!/^\?token=[^&]*$/.test(search)) return 'query'
  const token = search.slice('?token='.length)
  if (token.startsWith('e')) return 'exercise_kind'
  const hexId = tokenForm.exec(token)?.groups?.['hexId']
  if (hexId === undefined) return 'token'
  return hexId === submissionId.toString(16) ? null : 'other_submission'
}

function refused(verdict: CallbackUrlProblem): CallbackCheck {
  return { ok: false, verdict }
}
