import { collectDefaultMetrics, Counter, Gauge, type LabelValues, type Metric, Registry } from 'prom-client'

/** The registry of a process. Labels take values of closed sets only: never an id, a path or a text of a client. */
export type Metrics = Registry

interface MetricOptions {
  /** snake_case with its unit: `…_total` for counters, `…_seconds` for times. */
  readonly name: string
  readonly help: string
}

/** Gauges of prom-client whose names end in `_total`, which promtool allows only for counters. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20, gcDurationBuckets: [0.01, 0.1] })
  for (const name of misnamed) registry.removeSingleMetric(name)
  return registry
}

export function watchValue(metrics: Metrics, options: MetricOptions, read: () => number): void {
  new Gauge({
    ...options,
    registers: [metrics],
    collect() {
      this.set(read())
    },
  })
}

export function watchValues(
  metrics: Metrics,
  { label, ...options }: MetricOptions & { readonly label: string },
  read: () => Readonly<Record<string, number>>,
): void {
  new Gauge({
    ...options,
    labelNames: [label],
    registers: [metrics],
    collect() {
      this.reset()
      for (const [value, amount] of Object.entries(read())) this.set({ [label]: value }, amount)
    },
  })
}

/** As sum and count, or as count alone where another metric has the sum by fewer labels. prom-client's Summary keeps a digest for each label set. */
export function createTimes<Label extends string>(
  metrics: Metrics,
  {
    name,
    help,
    labelNames,
    countAlone = false,
  }: MetricOptions & { labelNames: readonly Label[]; countAlone?: boolean },
): (labels: LabelValues<Label>, seconds: number) => void {
  const part = (suffix: string): Counter<Label> => new Counter({ name: name + suffix, help, labelNames, registers: [] })
  const parts = { sum: part('_sum'), count: part('_count') }
  const shown = countAlone ? [parts.count] : [parts.sum, parts.count]
  const get = async () => {
    const values = (await Promise.all(shown.map((each) => each.get()))).flatMap((each) =>
      each.values.map((value) => ({ ...value, metricName: each.name })),
    )
    return { name, help, type: 'summary', aggregator: 'sum', values }
  }
  // The registry calls only `get` and reads the name, although its type allows only classes of prom-client.
  metrics.registerMetric({ name, help, get } as unknown as Metric)
  return (labels, seconds) => {
    if (!countAlone) parts.sum.inc(labels, seconds)
    parts.count.inc(labels)
  }
}
