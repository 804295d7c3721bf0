import type { Metrics } from '@course-grading/http-kit'
import { Counter } from 'prom-client'

/** `refused_hit`: known to be refused. `joined`: waited for another request's call about the same token. A look-up whose call fails is not counted. */
export type TokenCacheOutcome = 'hit' | 'refused_hit' | 'joined' | 'miss'

export function createTokenCacheMetrics(metrics: Metrics): (outcome: TokenCacheOutcome) => void {
  const lookups = new Counter({
    name: 'token_cache_lookups_total',
    help: 'Look-ups in the token cache by outcome',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  return (outcome) => lookups.inc({ outcome })
}
