import { readFileSync, writeFileSync } from 'node:fs'

/** The memory of a process that is in RAM, in bytes: now, and the most since `forgetPeak`. */
export function residentMemory(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const bytesOf = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024
  return { now: bytesOf('VmRSS'), peak: bytesOf('VmHWM') }
}

/** Resets the peak to the memory that is used now. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}
