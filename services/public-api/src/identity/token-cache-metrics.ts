import type { Metrics } from '@course-grading/http-kit'

export type TokenCacheOutcome = 'hit' | 'refused_hit' | 'joined' | 'miss'

/** `joined` waited for another request's look-up of the same token. */
export function createTokenCacheMetrics(metrics: Metrics): (outcome: TokenCacheOutcome) => void {
  const lookups = metrics.counter({
    name: 'token_cache_lookups_total',
    help: 'Look-ups in the token cache by outcome',
    labels: ['outcome'],
  })
  return (outcome) => lookups.cell({ outcome }).add()
}
