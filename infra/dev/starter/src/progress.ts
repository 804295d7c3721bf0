import { performance } from 'node:perf_hooks'

export type Say = (line: string) => void
export type Step = <T>(label: string, work: Promise<T>) => Promise<T>

const firstReportMs = 1_000
const nextReportMs = 5_000

/**
 * Reports a step that takes longer than a second, and from then on how long it has taken. Quick steps report nothing.
 */
export function createProgress(say: Say): Step {
  return async (label, work) => {
    const startedAt = performance.now()
    const elapsed = (): string => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`
    let reported = false
    const report = (): void => {
      say(reported ? `${label} … ${elapsed()}` : `${label} …`)
      reported = true
      timer = setTimeout(report, nextReportMs)
    }
    let timer = setTimeout(report, firstReportMs)
    try {
      const value = await work
      if (reported) say(`${label}: done after ${elapsed()}`)
      return value
    } finally {
      clearTimeout(timer)
    }
  }
}
