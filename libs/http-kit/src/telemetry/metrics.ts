import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { LabelCells } from './label-cells.ts'
import type { CellBounds, LabelValues } from './label-cells.ts'

export interface MetricOptions<Label extends string> {
  /** snake_case with its unit at the end: `…_total` for counters, `…_seconds` for times. */
  readonly name: string
  readonly help: string
  /** Labels take values of closed sets only: never an id, a path or a text of a client. */
  readonly labels?: readonly Label[]
  /** Combinations of label values after which the rest is counted as `other`; 50 when not given. */
  readonly maxCells?: number
  /** A label of few values, such as the outcome, that those keep: what failed is not counted together with what went well. */
  readonly kept?: Label
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
  /** The cell of these label values: keep it where it is used often. */
  cell(labels: LabelValues<Label>): CountCell
}

export interface DurationMetric<Label extends string> {
  cell(labels: LabelValues<Label>): DurationCell
}

/** One service's metrics. What they measure is named where it is measured; how they are told is decided here. */
export interface Metrics {
  counter<Label extends string = never>(options: MetricOptions<Label>): CounterMetric<Label>
  /** Buckets in seconds, few: each one is a series for every combination of label values. */
  duration<Label extends string = never>(
    options: MetricOptions<Label> & { readonly buckets: readonly number[] },
  ): DurationMetric<Label>
  /** A value read when the metrics are asked for. */
  gauge(options: Omit<MetricOptions<never>, 'labels' | 'maxCells' | 'kept'>, read: () => number): void
  /** One gauge with one label, all its values read when the metrics are asked for. */
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

function durationOf<Label extends string>(
  registry: Registry,
  options: MetricOptions<Label> & { readonly buckets: readonly number[] },
): DurationMetric<Label> {
  const labelNames = options.labels ?? []
  const histogram = new Histogram({
    name: options.name,
    help: options.help,
    labelNames,
    buckets: [...options.buckets],
    registers: [registry],
  })
  const cells = new LabelCells<Label, DurationCell>(labelNames, boundsOf(options), (values) => histogram.labels(values))
  return { cell: (values) => cells.at(values) }
}

/** A registry with the Node runtime's own metrics in it. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 })
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
