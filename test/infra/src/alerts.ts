import { parse } from 'yaml'

interface Alerts {
  readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[]
}

/** The names of the metrics that alert rules use, as a service declares them. */
export function metricsIn(alerts: string): string[] {
  const { groups } = parse(alerts) as Alerts
  const names = groups
    .flatMap(({ rules }) => rules)
    .flatMap(({ expr }) => [...expr.matchAll(/\b([a-z]+(?:_[a-z]+)+)[{[]/g)])
  return [...new Set(names.map(([, name = '']) => name.replace(/_(count|bucket|sum)$/, '')))].sort()
}

/** The names of the operations that alert rules single out. */
export function operationsIn(alerts: string): string[] {
  const names = [...alerts.matchAll(/operation!?[=~]+"([^"]+)"/g)].flatMap(([, list = '']) => list.split('|'))
  return [...new Set(names)].filter((name) => name !== 'unmatched').sort()
}
