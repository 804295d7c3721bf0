import { readFileSync } from 'node:fs'
import { programNames } from '@course-grading/bundle'
import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { declaredMetrics } from '@course-grading/docs-pages/metric-pages'
import { upstreamOutcomes } from '@course-grading/upstream'
import { parser } from '@prometheus-io/lezer-promql'
import { parseAllDocuments } from 'yaml'
import { inRepository, readInfra } from '../infra-files.ts'

/** A label that an expression reads of a metric; with the values that it compares it with, none where it groups. */
interface LabelUse {
  readonly metric: string
  readonly label: string
  readonly values: readonly string[]
}

type Node = ReturnType<typeof parser.parse>['topNode']

const textOf = (expression: string, { from, to }: Node): string => expression.slice(from, to)

function within(node: Node, name: string): Node[] {
  const found = node.getChildren(name)
  for (let child = node.firstChild; child !== null; child = child.nextSibling) found.push(...within(child, name))
  return found
}

/** Every label that an expression of PromQL reads. Throws at what is no expression. */
function labelUses(expression: string): LabelUse[] {
  const { topNode } = parser.parse(expression)
  if (within(topNode, '⚠').length > 0) throw new Error(`${expression}: is no expression of PromQL`)
  const metricOf = (selector: Node): string => textOf(expression, selector.getChild('Identifier') ?? selector)
  const compared = within(topNode, 'VectorSelector').flatMap((selector) =>
    within(selector, 'UnquotedLabelMatcher').map((matcher) => ({
      metric: metricOf(selector),
      label: textOf(expression, matcher.firstChild ?? matcher),
      values: textOf(expression, matcher.lastChild ?? matcher)
        .slice(1, -1)
        .split('|'),
    })),
  )
  const grouped = within(topNode, 'AggregateExpr').flatMap((aggregate) =>
    within(aggregate.getChild('AggregateModifier') ?? aggregate.firstChild ?? aggregate, 'LabelName').flatMap((label) =>
      within(aggregate, 'VectorSelector').map((selector) => ({
        metric: metricOf(selector),
        label: textOf(expression, label),
        values: [],
      })),
    ),
  )
  return [...compared, ...grouped]
}

interface Monitor {
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly podMetricsEndpoints: readonly { readonly relabelings?: readonly { readonly targetLabel: string }[] }[]
  }
}

/** The labels that the PodMonitor of the database adds to what CloudNativePG exports; `pod` comes by itself. */
const ofDatabaseScrape = parseAllDocuments(readInfra('kubernetes/services/monitoring.yaml'))
  .map((document) => document.toJS() as Monitor)
  .filter(({ metadata }) => metadata.name === 'database')
  .flatMap(({ spec }) => spec.podMetricsEndpoints.flatMap(({ relabelings = [] }) => relabelings))
  .map(({ targetLabel }) => targetLabel)

/** The metrics of CloudNativePG 1.30 with a label, as far as they are read, after its documentation. */
const ofDatabase: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  ['cnpg_collector_sync_replicas', 'cnpg_collector_pg_wal', 'cnpg_collector_pg_wal_archive_status'].map((metric) => [
    metric,
    ['value', 'pod', ...ofDatabaseScrape],
  ]),
)

const declared = declaredMetrics(inRepository('.'))

/** What each scrape adds. */
const ofScrape = ['job', 'instance']

/** The labels that a metric has; null if it is none of ours or of the table. */
export function labelsOf(metric: string): readonly string[] | null {
  const [, name = metric, part] = /^(.+?)(?:_(count|bucket|sum))?$/.exec(metric) ?? []
  const labels = ofDatabase[name] ?? declared.find((each) => each.name === name)?.labels
  return labels === undefined ? null : [...labels, ...ofScrape, ...(part === 'bucket' ? ['le'] : [])]
}

/** The literals of a union of a source file, after the text that begins it. */
function unionAfter(beginning: string, path: string): string[] {
  const [, union = ''] = readFileSync(inRepository(path), 'utf8').split(beginning)
  const [text = ''] = /^(\s*\|?\s*'\w+')+/.exec(union) ?? []
  return [...text.matchAll(/'(\w+)'/g)].map(([, literal = '']) => literal)
}

/** All values of a label, by `metric label` or by the label where it is the same everywhere. */
const closedLists: Readonly<Record<string, readonly string[]>> = {
  job: programNames.filter((name) => name !== 'migrate' && name !== 'simulator'),
  status_class: ['1xx', '2xx', '3xx', '4xx', '5xx'],
  'upstream_calls_total outcome': upstreamOutcomes,
  'boundary_calls_total operation': Object.keys(frontendInternal.operations),
  'boundary_calls_total outcome': unionAfter('type CallOutcome =', 'services/web/src/deps/call-metrics.ts'),
  'delivery_outcomes_total outcome': unionAfter('readonly outcome:', 'libs/domain/src/delivery/classify-send.ts'),
  'cnpg_collector_sync_replicas value': ['min', 'max', 'expected', 'observed'],
  'cnpg_collector_pg_wal value': ['count', 'slots_max', 'keep', 'min', 'max', 'size', 'volume_size', 'volume_max'],
  'cnpg_collector_pg_wal_archive_status value': ['ready', 'done'],
}

/** The labels of an expression that its metrics do not have, of metrics whose labels are known. */
export const unknownLabels = (expression: string): string[] =>
  labelUses(expression)
    .filter(({ metric, label }) => labelsOf(metric)?.includes(label) === false)
    .map(({ metric, label }) => `${metric} has no label ${label}`)

/** The values of labels in an expression that are not on the label's list, and labels without a list. */
export const unknownValues = (expression: string): string[] =>
  labelUses(expression).flatMap(({ metric, label, values: compared }) => {
    const list = closedLists[`${metric} ${label}`] ?? closedLists[label] ?? []
    return compared
      .filter((value) => !list.includes(value))
      .map((value) => `${metric}: ${value} is on no list of ${label}`)
  })
