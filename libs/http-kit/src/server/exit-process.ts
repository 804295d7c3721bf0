import { setTimeout as sleep } from 'node:timers/promises'

/** The names in Node's list of active resources for work in the threads of its pool that may never end. */
const poolWork = /^(?:FSReq|GetAddrInfoReq)/
const checkEveryMs = 5

/**
 * Ends the process, even if its threads are blocked. `process.exit` waits for the threads of Node's pool, and nothing ends a
 * write to a log that nobody reads, or a name lookup whose server does not reply. If such work goes on for longer than
 * `withinMs`, a program that only exits takes the place of this one. Signals are then no longer caught.
 */
export async function exitProcess(code: number, withinMs: number): Promise<never> {
  const endsAt = performance.now() + withinMs
  while (isPoolBusy() && performance.now() < endsAt) await sleep(checkEveryMs)
  if (isPoolBusy()) {
    try {
      process.execve?.(process.execPath, [process.execPath, '--eval', `process.exit(${code})`], {})
    } catch {
      // If the system does not allow it, the end may be late.
    }
  }
  process.exit(code)
}

const isPoolBusy = (): boolean => process.getActiveResourcesInfo().some((name) => poolWork.test(name))
