import { setTimeout as sleep } from 'node:timers/promises'

/** Node's active resources for work in its thread pool that may never end. */
const poolWork = /^(?:FSReq|GetAddrInfoReq)/
const checkEveryMs = 5

/** `process.exit` waits for Node's pool, in which a write may hang. After `withinMs` a program that only exits replaces this process. */
export async function exitProcess(code: number, withinMs: number): Promise<never> {
  const endsAt = performance.now() + withinMs
  while (isPoolBusy() && performance.now() < endsAt) await sleep(checkEveryMs)
  if (isPoolBusy()) {
    try {
      process.execve?.(process.execPath, [process.execPath, '--eval', `process.exit(${code})`], {})
    } catch {
      // If the system does not allow `execve`, the process may end late.
    }
  }
  process.exit(code)
}

const isPoolBusy = (): boolean => process.getActiveResourcesInfo().some((name) => poolWork.test(name))
