import type { Metrics } from '@course-grading/http-kit'
import { Counter } from 'prom-client'

export type TokenCacheOutcome = 'hit' | 'refused_hit' | 'joined' | 'miss'

/** `joined` waited for another request's look-up of the same token. */
export function createTokenCacheMetrics(metrics: Metrics): (outcome: TokenCacheOutcome) => void {
  const lookups = new Counter({
    name: 'token_cache_lookups_total',
    help: 'Look-ups in the token cache by outcome',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  return (outcome) => lookups.inc({ outcome })
}
