export interface AllowedCallback {
  /** Origin and path, ending in `submissions`, `*` and `grader`; each `*` stands for digits. */
  readonly pattern: string
  /** Address range that is allowed at this origin although it is private; undefined allows none. */
  readonly cidr: string | undefined
}

/** The URL itself is a secret and never part of the reason. */
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
  readonly hostname: string
  readonly port: number
  /** Path and query, byte for byte as in the request line. */
  readonly path: string
  readonly cidrs: readonly string[]
}

export interface CallbackTarget extends Target {
  readonly method: 'POST'
}

export interface VerificationTarget extends Target {
  readonly method: 'GET'
}

type CallbackCheck =
  | { readonly ok: true; readonly target: CallbackTarget }
  | { readonly ok: false; readonly verdict: CallbackUrlProblem }

const maxUrl = 2048
const patternForm = /^https?:\/\/[^/*]+(?:\/(?:\*|[\w~.-]+))*\/submissions\/\*\/grader$/
const exercisePath = /\/exercises\/[0-9]+\/grader\/?$/
const tokenForm = /^s(?<hexId>[1-9a-f][0-9a-f]*)\.[A-Za-z0-9]{32}$/

/** The pattern must be written as a URL parser writes it, and end with the path to which grades are sent. */
export function isCallbackPattern(pattern: string): boolean {
  return patternForm.test(pattern) && URL.parse(pattern)?.href === pattern && !pattern.includes('@')
}

/** Only what a URL parser gives back unchanged, and only the URL that grades this very submission, never one that makes submissions. */
export function checkCallbackUrl(
  raw: string,
  submissionId: number,
  allowed: readonly AllowedCallback[],
): CallbackCheck {
  if (raw.length > maxUrl) return rejected('too_long')
  if (!/^[\x21-\x7e]*$/.test(raw) || /[\\#]/.test(raw)) return rejected('forbidden_character')
  if (/^[^/?]*\/\/[^/?]*@/.test(raw)) return rejected('userinfo')
  const url = URL.parse(raw)
  if (url?.href !== raw) return rejected('not_canonical')
  const sameOrigin = allowed.filter(
    ({ pattern }) => isCallbackPattern(pattern) && URL.parse(pattern)?.origin === url.origin,
  )
  // A parser reports the origin of the URL inside of a `blob:` URL as its own.
  if (sameOrigin.length === 0 || !raw.startsWith(`${url.origin}/`)) return rejected('origin')
  const problem = pathProblem(url.pathname, submissionId, sameOrigin) ?? queryProblem(url.search, submissionId)
  if (problem !== null) return rejected(problem)
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

/** The callback without its last segment, which the same token opens. Only for GET. */
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
  const segments = path.replace(/\/$/, '').split('/')
  if (!allowed.some(({ pattern }) => followsPattern(segments, pattern))) return 'path'
  const isOwn = Number.isSafeInteger(submissionId) && submissionId > 0 && segments.at(-2) === String(submissionId)
  return isOwn ? null : 'other_submission'
}

function followsPattern(segments: readonly string[], pattern: string): boolean {
  const wanted = new URL(pattern).pathname.split('/')
  return (
    segments.length === wanted.length &&
    wanted.every((segment, index) =>
      segment === '*' ? /^[0-9]+$/.test(segments[index] ?? '') : segment === segments[index],
    )
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

function rejected(verdict: CallbackUrlProblem): CallbackCheck {
  return { ok: false, verdict }
}
