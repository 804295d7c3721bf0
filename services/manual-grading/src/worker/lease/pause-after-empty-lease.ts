export interface LeaseOptions<Work> {
  /** Leases the next work that goes to none of these origins. */
  readonly lease: (fullOrigins: readonly string[]) => Promise<Work | null>
  readonly fullOrigins: () => readonly string[]
  /** Steady, in milliseconds. */
  readonly now?: () => number
}

/** Shorter than the shortest pause between two polls, so that no poll is left out. */
const pauseMs = 900

/**
 * Leases the next work, or returns null. To find nothing but deliveries to full origins, the database reads all that wait for these
 * origins, which can be thousands; and each delivery that ends would cause such a read, as its slot is taken again at once. So after
 * an empty lease this pauses for a moment, unless one of these origins has a free slot.
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
