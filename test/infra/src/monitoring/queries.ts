import { readdirSync } from 'node:fs'
import { parse } from 'yaml'
import { inRepository, readInfra } from '../infra-files.ts'

export interface Alert {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: { readonly severity: 'page' | 'ticket' | 'none' }
  readonly annotations: { readonly summary: string; readonly exporter: string; readonly runbook_url: string }
}
interface Recording {
  readonly record: string
  readonly expr: string
}
interface Rules {
  readonly groups: readonly { readonly rules: readonly (Alert | Recording)[] }[]
}

/** The rules about our own programs, which compose.yaml and Kubernetes share. */
export const sharedRuleFiles = ['objectives.yml', 'alerts.yml', 'components.yml'] as const

export const ruleFiles = [...sharedRuleFiles, 'compose.yml', 'proxy.yml', 'database.yml', 'backups.yml'] as const

export const rulesIn = (text: string): (Alert | Recording)[] =>
  (parse(text) as Rules).groups.flatMap(({ rules }) => [...rules])

export const alertsIn = (text: string): Alert[] => rulesIn(text).filter((rule) => 'alert' in rule)

/** The metrics that an expression reads, as a service declares them. What a rule records is none. */
export function metricsOf(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}/g, ' ')
    .replaceAll(/\[\w+\]/g, '')
    .replaceAll(/\b(?:by|on|without|ignoring)\s*\([^)]*\)/g, '')
  const names = [...bare.matchAll(/[a-z_][\w:]*(?!\w|\s*\()/g)].map(([name]) => name)
  const metrics = names.filter((name) => name === 'up' || (name.includes('_') && !name.includes(':')))
  return [...new Set(metrics.map((name) => name.replace(/_(count|bucket|sum)$/, '')))].sort()
}

/** The names of the operations that alert rules single out. */
export function operationsIn(alerts: string): string[] {
  const names = [...alerts.matchAll(/operation!?[=~]+"([^"]+)"/g)].flatMap(([, list = '']) => list.split('|'))
  return [...new Set(names)].filter((name) => name !== 'unmatched').sort()
}

export interface Dashboard {
  readonly uid: string
  readonly title: string
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[]
}

/** The dashboards by the names of their files. */
export const dashboards: readonly (readonly [string, Dashboard])[] = readdirSync(inRepository('infra/deploy/grafana'))
  .filter((name) => name.endsWith('.json'))
  .map((name) => [name.replace('.json', ''), JSON.parse(readInfra(`grafana/${name}`)) as Dashboard] as const)

export const queriesOf = ({ panels }: Dashboard): string[] =>
  panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
