// Importing this file makes the process believe that its event loop is never late. On a busy machine a service rejects
// requests when its event loop is late, as it should, and a test of something else would fail.
import { syncBuiltinESMExports } from 'node:module'
import hooks from 'node:perf_hooks'

/** Node's own. A module that is loaded again in the process finds in `hooks` what it has put there before. */
const kept = globalThis as { monitorEventLoopDelay?: typeof hooks.monitorEventLoopDelay }
const monitorEventLoopDelay = (kept.monitorEventLoopDelay ??= hooks.monitorEventLoopDelay)

/** For a test of lateness itself, which must not run beside others in its process. */
export function bePunctual(isPunctual: boolean): void {
  hooks.monitorEventLoopDelay = isPunctual ? punctualDelay : monitorEventLoopDelay
  syncBuiltinESMExports()
}

const punctualDelay: typeof monitorEventLoopDelay = (options) => {
  const delay = monitorEventLoopDelay(options)
  Object.defineProperty(delay, 'percentile', { value: () => 0 })
  return delay
}

bePunctual(true)
