import { closeSync, openSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { endsWithin, startWatched } from '@course-grading/test-embedded-postgres'
import { StartError } from './start-error.ts'

/** A process to run: its TypeScript entry point, and its environment. */
export interface ChildPlan {
  readonly name: string
  /** The absolute path of the entry point. */
  readonly entry: string
  /** Whether Node restarts it when a file that it imports changes. */
  readonly watch: boolean
  /** A module that Node loads before the entry point. */
  readonly loader?: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The part of the environment that is only for this process. */
  readonly own: Readonly<Record<string, string>>
  readonly logFile: string
  /** The URL that is polled until it replies with 200, or with any status for a server without a health page. */
  readonly ready: { readonly url: string; readonly by: 'status-200' | 'any-status' }
  /** How long the process may take to end after an interrupt, before it is killed. */
  readonly stopWithinMs: number
}

export interface ManagedChild {
  readonly name: string
  readonly pid: number
  /** Resolves with the exit code. */
  readonly ended: Promise<number>
  /** Interrupts the process and waits for its end; kills it after the plan's time. */
  stop(): Promise<void>
  kill(): void
  /** The last lines of the log. */
  tail(): string
}

/** Starts the process. It ends when this process ends, for whatever reason. */
export async function startChild(plan: ChildPlan): Promise<ManagedChild> {
  const log = openSync(plan.logFile, 'w')
  const flags = [
    ...(plan.watch ? ['--watch', '--watch-preserve-output'] : []),
    ...(plan.loader === undefined ? [] : ['--import', plan.loader]),
  ]
  const watched = await startWatched({
    command: [process.execPath, ...flags, plan.entry],
    cwd: plan.cwd,
    env: { ...plan.env },
    log,
  })
  closeSync(log)
  return {
    name: plan.name,
    pid: watched.pid,
    ended: watched.ended,
    stop: async () => {
      watched.kill('SIGINT')
      if (await endsWithin(watched, plan.stopWithinMs)) return
      watched.kill('SIGKILL')
      await watched.ended
    },
    kill: () => {
      watched.kill('SIGKILL')
    },
    tail: () => tailOf(plan.logFile),
  }
}

const readyWithinMs = 60_000

/**
 * Resolves when the process is ready. Rejects if the signal aborts, or with the last lines of the log if the process
 * ends.
 */
export async function waitUntilReady(child: ManagedChild, plan: ChildPlan, signal?: AbortSignal): Promise<void> {
  let exitCode: number | undefined
  void child.ended.then((code) => {
    exitCode = code
  })
  const startedAt = performance.now()
  while (!(await isReady(plan))) {
    signal?.throwIfAborted()
    if (exitCode !== undefined) throw endedError(child, exitCode)
    if (performance.now() - startedAt > readyWithinMs) {
      const waitedS = readyWithinMs / 1_000
      throw new StartError(`${child.name} is not ready after ${waitedS} s. Its last lines:\n${child.tail()}`)
    }
    await sleep(50)
  }
}

export function endedError(child: ManagedChild, exitCode: number): StartError {
  return new StartError(`${child.name} ended by itself (exit code ${exitCode}). Its last lines:\n${child.tail()}`)
}

async function isReady({ ready }: ChildPlan): Promise<boolean> {
  try {
    const response = await fetch(ready.url, { redirect: 'manual', signal: AbortSignal.timeout(2_000) })
    await response.body?.cancel()
    return ready.by === 'any-status' || response.status === 200
  } catch {
    return false
  }
}

function tailOf(logFile: string): string {
  return readFileSync(logFile, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(-15)
    .map((line) => `  ${line}`)
    .join('\n')
}
