import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()

/**
 * Kills the process, if it still runs, when the tests' process is ended by SIGTERM, as Vitest ends it. A suite that fails or
 * hangs leaves processes behind, and one of them that has inherited the standard error of the tests would hold up the whole run:
 * Vitest waits until that is closed.
 */
export function endWithTests(child: ChildProcess): void {
  if (running.size === 0) process.once('SIGTERM', killRunning)
  running.add(child)
  child.once('exit', () => {
    running.delete(child)
    if (running.size === 0) process.off('SIGTERM', killRunning)
  })
}

function killRunning(): void {
  for (const child of running) child.kill('SIGKILL')
  process.kill(process.pid, 'SIGTERM')
}
