const firstWaitMs = 5_000
const maxWaitMs = 15 * 60_000
const givenUpAfterMs = 72 * 3_600_000

type RetryPlan = { readonly again: true; readonly waitMs: number } | { readonly again: false }

/**
 * When a delivery that surely was not sent is tried again: after a random time up to a limit (full jitter). The limit begins at 5 s
 * and doubles with each failure up to 15 min. There is no further attempt once 72 h have passed since the delivery was first due.
 * `failures` counts this one too; `chance` is drawn evenly from [0, 1).
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
