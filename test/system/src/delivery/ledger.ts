/** A POST that came to its end, as the peer's socket saw it. */
export interface ReceivedPost {
  readonly submissionId: number
  /** `<delivery>.<send number>` of its form; empty where it has none. */
  readonly mark: string
  /** Request line and headers. */
  readonly head: string
}

/** All that peers received, whatever any worker or database says: the judge. */
export interface Ledger {
  readonly posts: ReceivedPost[]
  /** Submissions of which a POST began, whole or not, once for each connection. */
  readonly begun: number[]
  /** What no peer should ever see. */
  readonly oddities: string[]
}

export const createLedger = (): Ledger => ({ posts: [], begun: [], oddities: [] })

/** A delivery as the database has it. */
export interface JudgedDelivery {
  readonly id: string
  readonly submissionId: number
  readonly state: string
  readonly kind: string | null
  /** A person had it sent again. */
  readonly again?: boolean
}

/** Of deliveries at rest in a database that lost nothing: those of which more POSTs began than doors were passed. */
export const begunWithoutDoor = ({ begun }: Ledger, deliveries: readonly { readonly submissionId: number; readonly sends: readonly string[] }[]): string[] =>
  deliveries.flatMap(({ submissionId, sends }) => {
    const { length } = begun.filter((each) => each === submissionId)
    return length > sends.length ? [`${length} POSTs of submission ${submissionId} began, and ${sends.length} doors were passed`] : []
  })

/**
 * What is wrong, in words: received twice, delivered without having been received, waiting or given up though it was, or refused
 * after it came without the peer having refused it.
 */
export function judge({ posts, begun, oddities }: Ledger, deliveries: readonly JudgedDelivery[], refusing: ReadonlySet<number> = new Set()): string[] {
  const problems = [...oddities]
  const marks = Map.groupBy(posts, ({ mark }) => mark)
  for (const [mark, { length }] of marks) {
    if (length > 1) problems.push(`${mark} was received ${length} times`)
  }
  for (const { id, submissionId, state, kind, again } of deliveries) {
    const received = posts.filter(({ mark }) => mark.startsWith(`${id}.`)).length
    const began = begun.filter((each) => each === submissionId).length
    const told = `${id} is ${state}${kind === null ? '' : ` (${kind})`}`
    if (received > 1 && !again) problems.push(`${told}, and was received ${received} times`)
    if (state === 'delivered' && received === 0) problems.push(`${told}, and was never received`)
    if ((state === 'pending' || kind === 'never_sent') && began > 0 && !again) problems.push(`${told}, and ${began} POSTs began`)
    if (state === 'refused' && began > 0 && !refusing.has(submissionId)) problems.push(`${told}, and its peer refused nothing`)
  }
  return problems
}
