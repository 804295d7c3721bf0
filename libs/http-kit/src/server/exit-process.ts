import { setTimeout as sleep } from 'node:timers/promises'

/** The names in Node's list of active resources for work in the threads of its pool that may never end. */
const poolWork = /^(?:FSReq|GetAddrInfoReq)/
const checkEveryMs = 5

/** `process.exit` waits for Node's pool, where a write may hang. After `withinMs` a program that only exits takes this one's place. */
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
