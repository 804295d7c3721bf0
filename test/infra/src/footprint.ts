import { readFileSync } from 'node:fs'

/** Clock ticks of the kernel in a second, which Linux fixes at 100 in its reports to programs. */
const ticksPerSecond = 100

/** The CPU time that a process has used so far, in seconds. Unlike the time by the clock, it is the same on a busy machine. */
export function cpuSecondsOf(pid: number): number {
  // The name of the program, in brackets, may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  const [userTicks = NaN, systemTicks = NaN] = fields.slice(11, 13).map(Number)
  return (userTicks + systemTicks) / ticksPerSecond
}

/** What a process holds in memory, in megabytes. */
export function residentMegabytesOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1000
}
