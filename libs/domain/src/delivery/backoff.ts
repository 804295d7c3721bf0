const firstWaitMs = 5_000
const maxWaitMs = 15 * 60_000
const givenUpAfterMs = 72 * 3_600_000

type RetryPlan = { readonly again: true; readonly waitMs: number } | { readonly again: false }

/** Full jitter, 5 s doubled up to 15 min, for 72 h from the first due time. `failures` counts this one; `chance` is from [0, 1). */
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
