/** A POST that the peer's socket received completely. */
interface ReceivedPost {
  readonly submissionId: number
  /** `<delivery>.<send number>`, from the form. Empty if the form has none. */
  readonly mark: string
  /** Request line and headers. */
  readonly head: string
}

/** A request whose head the peer's socket received completely. */
interface ReceivedRequest {
  readonly method: 'GET' | 'POST'
  /** From the path. */
  readonly submissionId: number
  /** Scheme, address and port of the peer that received it. */
  readonly origin: string
  /** From the `Host` header. */
  readonly host: string
  /** Path and query. */
  readonly target: string
}

/** Everything that peers received. Tests judge workers and the database by it. */
export interface Ledger {
  /** The callback URL that was registered for each submission. */
  readonly callbacks: Map<number, string>
  /** Every verification and every POST, once for each connection. */
  readonly requests: ReceivedRequest[]
  readonly posts: ReceivedPost[]
  /** Submissions for which a POST began, complete or not, once for each connection. */
  readonly begun: number[]
  /** Submissions for which a verification began, and no POST since. */
  readonly verified: Set<number>
  /** Descriptions of what no peer should ever receive. */
  readonly violations: string[]
}

export const createLedger = (): Ledger => ({
  callbacks: new Map(),
  requests: [],
  posts: [],
  begun: [],
  verified: new Set(),
  violations: [],
})

/** Notes a request that has begun. Every POST needs a verification of its own before it: an earlier one says nothing about what stands upstream now. */
export function noteBegun({ begun, verified, violations }: Ledger, method: 'GET' | 'POST', submissionId: number): void {
  if (method === 'GET') return void verified.add(submissionId)
  begun.push(submissionId)
  if (!verified.delete(submissionId))
    violations.push(`a POST of submission ${submissionId} began without a verification since the one before it`)
}

/** A delivery as stored in the database. */
export interface JudgedDelivery {
  readonly id: string
  readonly submissionId: number
  readonly state: string
  readonly kind: string | null
  /** A person had it sent again. */
  readonly again?: boolean
}

/** Describes deliveries of which more POSTs began than sends started. They must be in a final state, in a database that lost nothing. */
export const begunWithoutStart = (
  { begun }: Ledger,
  deliveries: readonly { readonly submissionId: number; readonly sends: readonly string[] }[],
): string[] =>
  deliveries.flatMap(({ submissionId, sends }) => {
    const { length } = begun.filter((each) => each === submissionId)
    return length > sends.length
      ? [`${length} POSTs of submission ${submissionId} began, and ${sends.length} sends started`]
      : []
  })

/**
 * Describes a request that came to the wrong peer, with the wrong host name, or with another path or token than the callback URL of its
 * submission. A grade goes to that URL, and a verification to the same URL without its last segment. Null if the request is correct.
 */
function misdirected(
  { callbacks }: Ledger,
  { method, submissionId, origin, host, target }: ReceivedRequest,
): string | null {
  const callback = callbacks.get(submissionId)
  const description = `a ${method} of submission ${submissionId} went to ${origin}${target} as ${host}`
  if (callback === undefined) return `${description}, which nobody registered`
  const { protocol, host: wantedHost, port } = new URL(callback)
  const wanted = method === 'POST' ? callback : callback.replace(/\/grader\/?(?=\?)/, '')
  // Peers listen at this address, whatever name resolves to it.
  const isCorrect =
    origin === `${protocol}//127.0.0.1:${port}` &&
    host === wantedHost &&
    wanted === `${protocol}//${wantedHost}${target}`
  return isCorrect ? null : `${description} instead of ${wanted}`
}

/**
 * Describes what is wrong: a grade that was sent elsewhere than to the registered URL, was received twice, is delivered but was never
 * received, is waiting or given up but was sent, or is refused although its peer did not reject it.
 */
export function judge(
  ledger: Ledger,
  deliveries: readonly JudgedDelivery[],
  refusing: ReadonlySet<number> = new Set(),
): string[] {
  const { requests, posts, begun, violations } = ledger
  const problems = [...violations, ...requests.flatMap((request) => misdirected(ledger, request) ?? [])]
  const marks = Map.groupBy(posts, ({ mark }) => mark)
  for (const [mark, { length }] of marks) {
    if (length > 1) problems.push(`${mark} was received ${length} times`)
  }
  for (const { id, submissionId, state, kind, again } of deliveries) {
    const marked = posts.filter(({ mark }) => mark.startsWith(`${id}.`))
    const received = marked.length
    const began = begun.filter((each) => each === submissionId).length
    const description = `${id} is ${state}${kind === null ? '' : ` (${kind})`}`
    if (marked.some((post) => post.submissionId !== submissionId))
      problems.push(`${description}, and was received as the grade of another submission`)
    if (received > 1 && !again) problems.push(`${description}, and was received ${received} times`)
    if (state === 'delivered' && received === 0) problems.push(`${description}, and was never received`)
    if ((state === 'pending' || kind === 'never_sent') && began > 0 && !again)
      problems.push(`${description}, and ${began} POSTs began`)
    if (state === 'refused' && began > 0 && !refusing.has(submissionId))
      problems.push(`${description}, and its peer refused nothing`)
  }
  return problems
}
