const firstWaitMs = 5_000
const maxWaitMs = 15 * 60_000
const givenUpAfterMs = 72 * 3_600_000

type RetryPlan = { readonly again: true; readonly waitMs: number } | { readonly again: false }

/**
 * Full jitter: up to 5 s, doubled with each failure up to 15 min, until 72 h after it was first due. `failures` counts this one too;
 * `chance` is drawn evenly from [0, 1).
 */
export function planRetry({
  failures,
  dueForMs,
  chance,
}: {
  readonly failures: number
  readonly dueForMs: number
  readonly chance: number
}): RetryPlan {
  if (dueForMs >= givenUpAfterMs) return { again: false }
  const limitMs = Math.min(maxWaitMs, firstWaitMs * 2 ** Math.max(0, failures - 1))
  return { again: true, waitMs: Math.floor(chance * limitMs) }
}
