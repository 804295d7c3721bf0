/** A POST that came to its end, as the peer's socket saw it. */
export interface ReceivedPost {
  readonly submissionId: number
  /** `<delivery>.<send number>` of its form; empty where it has none. */
  readonly mark: string
  /** Request line and headers. */
  readonly head: string
}

/** A request whose head came to its end, as the peer's socket saw it. */
export interface ReceivedRequest {
  readonly method: 'GET' | 'POST'
  /** By its path. */
  readonly submissionId: number
  /** Of the peer to which it came: its scheme, address and port. */
  readonly origin: string
  /** By its `Host`. */
  readonly host: string
  /** Path and query. */
  readonly target: string
}

/** All that peers received, whatever any worker or database says: the judge. */
export interface Ledger {
  /** The callback URL that was registered for each submission. */
  readonly callbacks: Map<number, string>
  /** Every verification and every POST, once for each connection. */
  readonly requests: ReceivedRequest[]
  readonly posts: ReceivedPost[]
  /** Submissions of which a POST began, whole or not, once for each connection. */
  readonly begun: number[]
  /** Submissions of which a verification began, and no POST since. */
  readonly verified: Set<number>
  /** What no peer should ever see. */
  readonly oddities: string[]
}

export const createLedger = (): Ledger => ({
  callbacks: new Map(),
  requests: [],
  posts: [],
  begun: [],
  verified: new Set(),
  oddities: [],
})

/** Of a request that has begun. Every POST needs a verification of its own before it: whatever stood upstream when an earlier one was sent says nothing any more. */
export function noteBegun({ begun, verified, oddities }: Ledger, method: 'GET' | 'POST', submissionId: number): void {
  if (method === 'GET') return void verified.add(submissionId)
  begun.push(submissionId)
  if (!verified.delete(submissionId))
    oddities.push(`a POST of submission ${submissionId} began without a verification since the one before it`)
}

/** A delivery as the database has it. */
export interface JudgedDelivery {
  readonly id: string
  readonly submissionId: number
  readonly state: string
  readonly kind: string | null
  /** A person had it sent again. */
  readonly again?: boolean
}

/** Of deliveries at rest in a database that lost nothing: those of which more POSTs began than sends started. */
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
 * Of a request that came to the wrong peer, by the wrong name, or with another path or token than its submission's callback URL has:
 * a grade goes to that URL, and a verification to the same without its last segment. Null: it is where it belongs.
 */
function astray({ callbacks }: Ledger, { method, submissionId, origin, host, target }: ReceivedRequest): string | null {
  const callback = callbacks.get(submissionId)
  const told = `a ${method} of submission ${submissionId} went to ${origin}${target} as ${host}`
  if (callback === undefined) return `${told}, which nobody registered`
  const { protocol, host: wantedHost, port } = new URL(callback)
  const wanted = method === 'POST' ? callback : callback.replace(/\/grader\/?(?=\?)/, '')
  // Whatever name leads to a peer, it listens at this address.
  const isThere =
    origin === `${protocol}//127.0.0.1:${port}` &&
    host === wantedHost &&
    wanted === `${protocol}//${wantedHost}${target}`
  return isThere ? null : `${told} instead of ${wanted}`
}

/**
 * What is wrong, in words: sent elsewhere than to the registered URL, received twice, delivered without having been received, waiting or
 * given up though it was, or refused after it came without the peer having refused it.
 */
export function judge(
  ledger: Ledger,
  deliveries: readonly JudgedDelivery[],
  refusing: ReadonlySet<number> = new Set(),
): string[] {
  const { requests, posts, begun, oddities } = ledger
  const problems = [...oddities, ...requests.flatMap((request) => astray(ledger, request) ?? [])]
  const marks = Map.groupBy(posts, ({ mark }) => mark)
  for (const [mark, { length }] of marks) {
    if (length > 1) problems.push(`${mark} was received ${length} times`)
  }
  for (const { id, submissionId, state, kind, again } of deliveries) {
    const marked = posts.filter(({ mark }) => mark.startsWith(`${id}.`))
    const received = marked.length
    const began = begun.filter((each) => each === submissionId).length
    const told = `${id} is ${state}${kind === null ? '' : ` (${kind})`}`
    if (marked.some((post) => post.submissionId !== submissionId))
      problems.push(`${told}, and was received as the grade of another submission`)
    if (received > 1 && !again) problems.push(`${told}, and was received ${received} times`)
    if (state === 'delivered' && received === 0) problems.push(`${told}, and was never received`)
    if ((state === 'pending' || kind === 'never_sent') && began > 0 && !again)
      problems.push(`${told}, and ${began} POSTs began`)
    if (state === 'refused' && began > 0 && !refusing.has(submissionId))
      problems.push(`${told}, and its peer refused nothing`)
  }
  return problems
}
