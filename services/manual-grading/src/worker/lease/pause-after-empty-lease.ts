/** How work is leased. */
interface LeaseOptions<Work> {
  /** Leases the next work whose origin is none of these; null if there is none. */
  readonly lease: (fullOrigins: readonly string[]) => Promise<Work | null>
  /** The origins that have no free slot now. */
  readonly fullOrigins: () => readonly string[]
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number
}

/** Milliseconds. It is shorter than the shortest time between two polls, so that every poll leases. */
const pauseMs = 900

/**
 * Makes the function that leases the next work, or returns null. A lease that finds nothing is expensive when origins are full: the
 * database reads every delivery that waits for them, which can be thousands. Without a pause, each delivery that ends would cause such
 * a read. So after a lease that found nothing the function returns null for a moment, unless one of these origins has a free slot.
 */
export function pauseAfterEmptyLease<Work>({
  lease,
  fullOrigins,
  now = () => performance.now(),
}: LeaseOptions<Work>): () => Promise<Work | null> {
  let empty: { readonly full: readonly string[]; readonly pausesUntil: number } | undefined
  return async () => {
    const full = fullOrigins()
    if (empty !== undefined && now() < empty.pausesUntil && empty.full.every((origin) => full.includes(origin)))
      return null
    const work = await lease(full)
    if (work === null && full.length > 0) empty = { full, pausesUntil: now() + pauseMs }
    return work
  }
}
