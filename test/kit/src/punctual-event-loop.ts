// Imported for its effect: this process believes that its event loop is never late.
// A service that has no time on a busy machine refuses whoever comes, as it should; a test of something else would fail.
import { syncBuiltinESMExports } from 'node:module'
import hooks from 'node:perf_hooks'

const { monitorEventLoopDelay } = hooks
hooks.monitorEventLoopDelay = (options) => {
  const delay = monitorEventLoopDelay(options)
  Object.defineProperty(delay, 'percentile', { value: () => 0 })
  return delay
}
syncBuiltinESMExports()
