import { spawnSync } from 'node:child_process'
import { expect } from 'vitest'

/** Whether promtool is installed. npm does not provide it. */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0

/** The output and exit code of `promtool check metrics`: empty and 0 for a valid text. */
export function promtoolOpinion(text: string): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

/** The metrics of a process. */
export const metricsOf = async ({ opsPort }: { readonly opsPort: number }): Promise<string> =>
  (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()

const sampleLines = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/** Name and labels of every sample, which are the series that a monitoring system stores. */
export const seriesOf = (text: string): string[] =>
  sampleLines(text)
    .map((line) => line.replace(/ [^ ]+$/, ''))
    .toSorted()

/**
 * Expects that different requests add no series. A few series of closed sets may be new: those of the garbage collector, when it runs for
 * the first time, and those of slow replies on a busy machine.
 */
export function expectNoGrowth(before: readonly string[], after: readonly string[], requests: number): void {
  const known = new Set(before.flatMap(labelsOf))
  const added = after.filter((each) => !before.includes(each))
  const own = added.filter((series) => !series.startsWith('nodejs_gc_duration_seconds'))
  expect(own.flatMap(labelsOf).filter((label) => !known.has(label) && !ofClosedSets.test(label))).toEqual([])
  expect(added.length, added.join('\n')).toBeLessThan(requests / 5)
}

/** Label values that are words or classes of statuses. */
const ofClosedSets = /^status_class="[1-5]xx"$|^\w+="[A-Za-z_]+"$/

const labelsOf = (series: string): string[] => series.match(/\w+="[^"]*"/g) ?? []

/** The value of the sample with this name and no labels. Undefined if there is none. */
export const valueOf = (text: string, name: string): number | undefined => {
  const line = sampleLines(text).find((each) => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

/** The checks of `promtool check metrics`, for machines without it: help and type before the samples, names of counters, each series once. */
export function expectPrometheusText(text: string): void {
  const label = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\[\\\\n"])*"'
  const sample = new RegExp(
    `^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(?:${label}(?:,${label})*)?\\})? (?:[+-]?Inf|NaN|[+-]?[0-9.e+-]+)$`,
  )
  const typeOf = new Map(
    [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram|summary)$/gm)].map(([, metric, type]) => [
      metric!,
      type!,
    ]),
  )
  const helped = new Set([...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, metric]) => metric!))
  for (const line of sampleLines(text)) {
    const metric = sample.exec(line)?.[1]
    expect(metric, line).toBeDefined()
    const base = typeOf.has(metric!) ? metric! : metric!.replace(/_(bucket|sum|count)$/, '')
    expect([typeOf.has(base), helped.has(base)], line).toEqual([true, true])
    if (typeOf.get(base) === 'counter') expect(base).toMatch(/_total$/)
  }
  expect(text.endsWith('\n')).toBe(true)
  const series = seriesOf(text)
  expect(new Set(series).size).toBe(series.length)
}
