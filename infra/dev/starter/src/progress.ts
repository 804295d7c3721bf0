import { performance } from 'node:perf_hooks'

export type Say = (line: string) => void
export type Step = <T>(label: string, work: Promise<T>) => Promise<T>

const firstWordMs = 1_000
const nextWordMs = 5_000

/** A step that takes longer than a second says so, and goes on saying how long it has been. Quick ones stay silent. */
export function createProgress(say: Say): Step {
  return async (label, work) => {
    const startedAt = performance.now()
    const elapsed = (): string => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`
    let spoke = false
    const speak = (): void => {
      say(spoke ? `${label} … ${elapsed()}` : `${label} …`)
      spoke = true
      timer = setTimeout(speak, nextWordMs)
    }
    let timer = setTimeout(speak, firstWordMs)
    try {
      const value = await work
      if (spoke) say(`${label}: done after ${elapsed()}`)
      return value
    } finally {
      clearTimeout(timer)
    }
  }
}
