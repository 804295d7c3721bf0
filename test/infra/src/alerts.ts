import { parse } from 'yaml'

interface Alerts {
  readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[]
}

/** Names of the metrics that alert rules ask for, as a service declares them. */
export function metricsIn(alerts: string): string[] {
  const { groups } = parse(alerts) as Alerts
  const names = groups.flatMap(({ rules }) => rules).flatMap(({ expr }) => [...expr.matchAll(/\b([a-z]+(?:_[a-z]+)+)[{[]/g)])
  return [...new Set(names.map(([, name = '']) => name.replace(/_(count|bucket|sum)$/, '')))].sort()
}
