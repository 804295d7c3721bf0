import { collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import { LabelCells } from './label-cells.ts'
import type { CellBounds, LabelValues } from './label-cells.ts'

interface MetricOptions<Label extends string> {
  /** snake_case with its unit: `…_total` for counters, `…_seconds` for times. */
  readonly name: string
  readonly help: string
  /** Labels take values of closed sets only: never an id, a path or a text of a client. */
  readonly labels?: readonly Label[]
  /** Number of combinations of label values after which further ones are counted as `other`; 50 by default. */
  readonly maxCells?: number
  /** A label such as the outcome, which further combinations keep, so that failures are not counted with successes. */
  readonly kept?: Label
}

type DurationOptions<Label extends string> = MetricOptions<Label> & {
  readonly buckets?: readonly number[]
  /** Only the count is shown: another metric has the sum, by fewer labels. Not together with buckets. */
  readonly countAlone?: boolean
}

interface CountCell {
  add(by?: number): void
}

interface DurationCell {
  observe(seconds: number): void
}

interface CounterMetric<Label extends string> {
  /** The cell of these label values. Keep it where it is used often. */
  cell(labels: LabelValues<Label>): CountCell
}

interface DurationMetric<Label extends string> {
  cell(labels: LabelValues<Label>): DurationCell
}

export interface Metrics {
  counter<Label extends string = never>(options: MetricOptions<Label>): CounterMetric<Label>
  /** Times as count and sum. Buckets show the distribution, for one series each and one more for every combination of label values. */
  duration<Label extends string = never>(options: DurationOptions<Label>): DurationMetric<Label>
  /** A value that is read when the metrics are requested. */
  gauge(options: Omit<MetricOptions<never>, 'labels' | 'maxCells' | 'kept'>, read: () => number): void
  /** One gauge with one label. All its values are read when the metrics are requested. */
  gaugeBy(
    options: Omit<MetricOptions<never>, 'labels' | 'maxCells' | 'kept'> & { readonly label: string },
    read: () => Readonly<Record<string, number>>,
  ): void
  text(): Promise<string>
  readonly contentType: string
}

/** Gauges of prom-client whose names end in `_total`: only counters may, says promtool. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

const boundsOf = <Label extends string>({ maxCells = 50, kept }: MetricOptions<Label>): CellBounds<Label> => ({
  maxCells,
  kept,
})

interface Series {
  readonly metricName?: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

interface KeptCell {
  readonly series: () => readonly Series[]
}

/** Values are kept here: prom-client checks and hashes labels with each observation, and its summary makes a digest for quantiles. */
function cellsOf<Label extends string, Cell extends KeptCell>(
  registry: Registry,
  type: 'counter' | 'summary' | 'histogram',
  options: MetricOptions<Label>,
  create: (labels: LabelValues<Label>) => Cell,
): { cell: (labels: LabelValues<Label>) => Cell } {
  const { name, help, labels = [] } = options
  const kept: Cell[] = []
  const cells = new LabelCells<Label, Cell>(labels, boundsOf(options), (values) => {
    const cell = create(values)
    kept.push(cell)
    return cell
  })
  if (labels.length === 0) cells.at({} as LabelValues<Label>) // shown as 0 before the first observation
  const metric = {
    name,
    help,
    get: async () => ({ name, help, type, aggregator: 'sum', values: kept.flatMap(({ series }) => series()) }),
  }
  // The registry calls nothing else of a metric, though its type allows only classes of prom-client.
  registry.registerMetric(metric as unknown as Metric)
  return { cell: (values) => cells.at(values) }
}

function counterOf<Label extends string>(registry: Registry, options: MetricOptions<Label>): CounterMetric<Label> {
  return cellsOf(registry, 'counter', options, (labels) => {
    let count = 0
    return {
      add: (by = 1) => {
        count += by
      },
      series: () => [{ labels, value: count }],
    }
  })
}

/** Prometheus' summary without quantiles: sum and count, or with OpenMetrics the count alone. With buckets it is a histogram. */
function durationOf<Label extends string>(registry: Registry, options: DurationOptions<Label>): DurationMetric<Label> {
  const { name, buckets, countAlone = false } = options
  const bounds = buckets ?? []
  return cellsOf(registry, buckets === undefined ? 'summary' : 'histogram', options, (labels) => {
    const within = bounds.map(() => 0)
    let sum = 0
    let count = 0
    const bucketsSeries = (): readonly Series[] =>
      [...bounds.map((le, at) => ({ le, value: within[at] ?? 0 })), { le: '+Inf', value: count }].map(
        ({ le, value }) => ({
          metricName: `${name}_bucket`,
          labels: { le, ...labels },
          value,
        }),
      )
    return {
      observe: (seconds: number) => {
        sum += seconds
        count += 1
        for (const [at, bound] of bounds.entries()) if (seconds <= bound) within[at] = (within[at] ?? 0) + 1
      },
      series: () => [
        ...(buckets === undefined ? [] : bucketsSeries()),
        ...(countAlone ? [] : [{ metricName: `${name}_sum`, labels, value: sum }]),
        { metricName: `${name}_count`, labels, value: count },
      ],
    }
  })
}

/** A registry with the Node runtime's own metrics in it. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20, gcDurationBuckets: [0.01, 0.1] })
  for (const name of misnamed) registry.removeSingleMetric(name)
  return {
    counter: (options) => counterOf(registry, options),
    duration: (options) => durationOf(registry, options),
    gauge: (options, read) => {
      new Gauge({
        name: options.name,
        help: options.help,
        registers: [registry],
        collect() {
          this.set(read())
        },
      })
    },
    gaugeBy: (options, read) => {
      new Gauge({
        name: options.name,
        help: options.help,
        labelNames: [options.label],
        registers: [registry],
        collect() {
          this.reset()
          for (const [value, amount] of Object.entries(read())) this.set({ [options.label]: value }, amount)
        },
      })
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
