import { Counter } from 'prom-client'
import type { Metrics } from './metrics.ts'

/** Delivered grades that no longer stand upstream, by what found it. Every service has this metric, so that one alert is enough. */
export function countStandingChanges<Finder extends string>(
  metrics: Metrics,
  finders: readonly Finder[],
): (finder: Finder) => void {
  const changes = new Counter({
    name: 'delivery_standing_changes_total',
    help: 'Delivered grades that no longer stand upstream, by what found it',
    labelNames: ['finder'],
    registers: [metrics],
  })
  // A counter that begins with 1 shows no increase.
  for (const finder of finders) changes.inc({ finder }, 0)
  return (finder) => changes.inc({ finder })
}
