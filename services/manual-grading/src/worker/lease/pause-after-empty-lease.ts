interface LeaseOptions<Work> {
  readonly lease: (fullOrigins: readonly string[]) => Promise<Work | null>
  readonly fullOrigins: () => readonly string[]
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number
}

/** Shorter than the shortest time between two polls, so that every poll leases. */
const pauseMs = 900

/** Returns null for a moment after an empty lease, unless a full origin got a slot: each lease reads all that waits for full origins. */
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
