import { setTimeout as sleep } from 'node:timers/promises'

/** What Node's list of active resources calls work in the threads of its pool that may never end. */
const poolWork = /^(?:FSReq|GetAddrInfoReq)/
const checkEveryMs = 5

/**
 * Ends the process, whatever its threads do. `process.exit` waits for the threads of Node's pool, and nothing ends a write to a log that
 * nobody reads, or a name lookup whose server does not reply. If such work goes on for longer than `withinMs`, a program that only exits
 * takes the place of this one. Signals are not caught any more then.
 */
export async function exitProcess(code: number, withinMs: number): Promise<never> {
  const endsAt = performance.now() + withinMs
  while (isPoolBusy() && performance.now() < endsAt) await sleep(checkEveryMs)
  if (isPoolBusy()) {
    try {
      process.execve?.(process.execPath, [process.execPath, '--eval', `process.exit(${code})`], {})
    } catch {
      // The system does not allow it. So the end may be late.
    }
  }
  process.exit(code)
}

const isPoolBusy = (): boolean => process.getActiveResourcesInfo().some((name) => poolWork.test(name))
