import type { Metrics } from './metrics.ts'

/** Delivered grades that no longer stand upstream, by what found it. Every service has this metric, so that one alert is enough. */
export function countStandingChanges<Finder extends string>(
  metrics: Metrics,
  finders: readonly Finder[],
): (finder: Finder) => void {
  const changes = metrics.counter({
    name: 'delivery_standing_changes_total',
    help: 'Delivered grades that no longer stand upstream, by what found it',
    labels: ['finder'],
  })
  // A counter that begins with 1 shows no increase.
  for (const finder of finders) changes.cell({ finder }).add(0)
  return (finder) => changes.cell({ finder }).add()
}
