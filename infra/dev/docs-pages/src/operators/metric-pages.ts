import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CallExpression, type NewExpression, type ObjectExpression, parseSync, Visitor } from 'oxc-parser'
import { type Page, table } from '../page.ts'

/** A metric as the code declares it. */
interface DeclaredMetric {
  readonly name: string
  readonly kind: string
  readonly help: string
  readonly labels: readonly string[]
  /** The service that has it; of a shared library, all. */
  readonly service: string
}

/** The classes and functions that declare a metric; functions have the registry before the options. */
const kinds: ReadonlyMap<string, string> = new Map([
  ['Counter', 'counter'],
  ['Histogram', 'times'],
  ['createTimes', 'times'],
  ['watchValue', 'gauge'],
  ['watchValues', 'gauge'],
])

/** Where these functions are. */
const ofFunctions = 'libs/http-kit/src/telemetry/metrics.ts'

/** The page of all metrics. */
export function metricPage(root: string): Page {
  const metrics = declaredMetrics(root)
  const services = [...new Set(metrics.map(({ service }) => service))]
  return {
    path: 'operators/metrics',
    title: 'Metrics',
    description: 'Every metric that the services expose.',
    order: 21,
    wide: true,
    body: [
      'Each service has `/metrics` in the text format of Prometheus, on `OPS_PORT` where one is set. The metrics of the process and of Node (`process_…`, `nodejs_…`) are those of prom-client. Times are in seconds; a metric of times has `_count` and `_sum`, and some have buckets.',
      ...services.flatMap((service) => [
        `## ${service}`,
        table(
          ['Metric', 'Kind', 'Meaning', 'Labels'],
          metrics
            .filter((metric) => metric.service === service)
            .map(({ name, kind, help, labels }) => [
              `\`${name}\``,
              kind,
              `${help}.`,
              labels.map((label) => `\`${label}\``).join(', '),
            ]),
        ),
      ]),
    ].join('\n\n'),
  }
}

/** Every metric that the product's code declares, by what its classes and functions are given. Throws at a call that it cannot read. */
export function declaredMetrics(root: string): DeclaredMetric[] {
  return globSync('{libs,services}/*/src/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => path !== ofFunctions && !/\.(test|fixture)\.ts$|\/testing\//.test(path))
    .sort()
    .flatMap((path) => metricsIn(path, readFileSync(join(root, path), 'utf8')))
}

function metricsIn(path: string, text: string): DeclaredMetric[] {
  const found: DeclaredMetric[] = []
  const service = path.startsWith('services/') ? (path.split('/')[1] ?? '') : 'Every service'
  const read = ({ callee, arguments: given }: CallExpression | NewExpression): void => {
    const kind = callee.type === 'Identifier' ? kinds.get(callee.name) : undefined
    if (kind === undefined) return
    const options = given.at(-1)?.type === 'ObjectExpression' ? given.at(-1) : given[1]
    if (options?.type !== 'ObjectExpression') throw new Error(`${path}: a metric must be declared by an object`)
    const name = textOf(options, 'name')
    const help = textOf(options, 'help')
    if (name === undefined || help === undefined) throw new Error(`${path}: name and help of a metric must be literals`)
    const label = textOf(options, 'label')
    found.push({ name, kind, help, service, labels: label === undefined ? labelsOf(options) : [label] })
  }
  new Visitor({ CallExpression: read, NewExpression: read }).visit(parseSync(path, text).program)
  return found
}

function valueOf(options: ObjectExpression, key: string) {
  const property = options.properties.find(
    (each) => each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === key,
  )
  return property?.type === 'Property' ? property.value : undefined
}

function textOf(options: ObjectExpression, key: string): string | undefined {
  const value = valueOf(options, key)
  return value?.type === 'Literal' && typeof value.value === 'string' ? value.value : undefined
}

function labelsOf(options: ObjectExpression): string[] {
  const value = valueOf(options, 'labelNames')
  if (value?.type !== 'ArrayExpression') return []
  return value.elements.flatMap((each) =>
    each?.type === 'Literal' && typeof each.value === 'string' ? [each.value] : [],
  )
}
