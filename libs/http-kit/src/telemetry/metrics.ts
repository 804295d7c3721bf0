import { collectDefaultMetrics, Counter, Gauge, Histogram, type Metric, Registry } from 'prom-client'
import { LabelCells } from './label-cells.ts'
import type { CellBounds, LabelValues } from './label-cells.ts'

export interface MetricOptions<Label extends string> {
  /** snake_case with its unit at the end: `…_total` for counters, `…_seconds` for times. */
  readonly name: string
  readonly help: string
  /** Labels take values of closed sets only: never an id, a path or a text of a client. */
  readonly labels?: readonly Label[]
  /** Number of combinations of label values after which further ones are counted as `other`; 50 by default. */
  readonly maxCells?: number
  /**
   * A label of few values, such as the outcome, that further combinations keep, so that failures are not counted together with
   * successes.
   */
  readonly kept?: Label
}

export type DurationOptions<Label extends string> = MetricOptions<Label> & {
  readonly buckets?: readonly number[]
  /** Only the count is shown: another metric has the sum, by fewer labels. Not together with buckets. */
  readonly countAlone?: boolean
}

/** One combination of a counter's label values. */
export interface CountCell {
  add(by?: number): void
}

/** One combination of label values of a metric of times. */
export interface DurationCell {
  observe(seconds: number): void
}

export interface CounterMetric<Label extends string> {
  /** The cell of these label values. Keep it where it is used often. */
  cell(labels: LabelValues<Label>): CountCell
}

export interface DurationMetric<Label extends string> {
  cell(labels: LabelValues<Label>): DurationCell
}

/** One service's metrics. What they measure is named where it is measured; their form is decided here. */
export interface Metrics {
  counter<Label extends string = never>(options: MetricOptions<Label>): CounterMetric<Label>
  /**
   * Times, as their count and their sum. Buckets in seconds show their distribution. They cost one series each for every
   * combination of label values, and one more.
   */
  duration<Label extends string = never>(options: DurationOptions<Label>): DurationMetric<Label>
  /** A value that is read when the metrics are requested. */
  gauge(options: Omit<MetricOptions<never>, 'labels' | 'maxCells' | 'kept'>, read: () => number): void
  /** One gauge with one label. All its values are read when the metrics are requested. */
  gaugeBy(
    options: Omit<MetricOptions<never>, 'labels' | 'maxCells' | 'kept'> & { readonly label: string },
    read: () => Readonly<Record<string, number>>,
  ): void
  /** Everything in Prometheus' text format. */
  text(): Promise<string>
  readonly contentType: string
}

/** Gauges of prom-client whose names end in `_total`: only counters may, says promtool. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

const boundsOf = <Label extends string>({ maxCells = 50, kept }: MetricOptions<Label>): CellBounds<Label> => ({
  maxCells,
  kept,
})

function counterOf<Label extends string>(registry: Registry, options: MetricOptions<Label>): CounterMetric<Label> {
  const labelNames = options.labels ?? []
  const counter = new Counter({ name: options.name, help: options.help, labelNames, registers: [registry] })
  const cells = new LabelCells<Label, CountCell>(labelNames, boundsOf(options), (values) => {
    const child = counter.labels(values)
    return { add: (by = 1) => child.inc(by) }
  })
  return { cell: (values) => cells.at(values) }
}

function durationOf<Label extends string>(registry: Registry, options: DurationOptions<Label>): DurationMetric<Label> {
  const labelNames = options.labels ?? []
  const { name, help, buckets, countAlone = false } = options
  const cells = new LabelCells<Label, DurationCell>(
    labelNames,
    boundsOf(options),
    buckets === undefined
      ? sumsOf(registry, { name, help, countAlone })
      : histogramOf(registry, { name, help, labelNames, buckets }),
  )
  return { cell: (values) => cells.at(values) }
}

function histogramOf<Label extends string>(
  registry: Registry,
  options: { name: string; help: string; labelNames: readonly Label[]; buckets: readonly number[] },
): (values: LabelValues<Label>) => DurationCell {
  const histogram = new Histogram({ ...options, buckets: [...options.buckets], registers: [registry] })
  return (values) => histogram.labels(values)
}

/**
 * Prometheus' summary without quantiles: a sum and a count for each combination of label values. OpenMetrics lets a summary have its
 * count alone. The summary of prom-client makes a
 * digest of all observations for its quantiles, also where none are asked for.
 */
function sumsOf(
  registry: Registry,
  { name, help, countAlone }: { name: string; help: string; countAlone: boolean },
): (labels: LabelValues<string>) => DurationCell {
  const sums: { readonly labels: LabelValues<string>; count: number; seconds: number }[] = []
  const metric = {
    name,
    help,
    get: async () => ({
      name,
      help,
      type: 'summary',
      aggregator: 'sum',
      values: sums.flatMap(({ labels, count, seconds }) => [
        ...(countAlone ? [] : [{ metricName: `${name}_sum`, labels, value: seconds }]),
        { metricName: `${name}_count`, labels, value: count },
      ]),
    }),
  }
  // The registry asks a metric for nothing else, though its type names classes of prom-client alone.
  registry.registerMetric(metric as unknown as Metric)
  return (labels) => {
    const sum = { labels, count: 0, seconds: 0 }
    sums.push(sum)
    return {
      observe: (seconds) => {
        sum.count += 1
        sum.seconds += seconds
      },
    }
  }
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
