export interface AskOptions<Work> {
  /** Asks the database for the next to do that leads to none of these origins. */
  readonly ask: (fullOrigins: readonly string[]) => Promise<Work | null>
  readonly fullOrigins: () => readonly string[]
  /** Steady, in milliseconds. */
  readonly now?: () => number
}

/** Shorter than the shortest pause between two questions, so that no question of the slow poll is left out. */
const restMs = 900

/**
 * The next to do, or null. To find nothing beside what leads to full origins, the database goes through all that waits for them,
 * which may be thousands; and each delivery that ends would have it asked so again, as its place is taken at once. So after such an
 * answer it rests for a moment, but for the times when one of them has a place.
 */
export function askBesideFullOrigins<Work>({
  ask,
  fullOrigins,
  now = () => performance.now(),
}: AskOptions<Work>): () => Promise<Work | null> {
  let inVain: { readonly beside: readonly string[]; readonly restUntil: number } | undefined
  return async () => {
    const full = fullOrigins()
    if (inVain !== undefined && now() < inVain.restUntil && inVain.beside.every((origin) => full.includes(origin)))
      return null
    const work = await ask(full)
    if (work === null && full.length > 0) inVain = { beside: full, restUntil: now() + restMs }
    return work
  }
}
