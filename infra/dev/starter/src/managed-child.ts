import { closeSync, openSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { endsWithin, startWatched } from '@course-grading/embedded-postgres'
import { StartError } from './start-error.ts'

/** One process to run: a TypeScript entry point and what it is told. */
export interface ChildPlan {
  readonly name: string
  /** Absolute path of the entry point. */
  readonly entry: string
  /** Restarted by Node whenever a file it imports changes. */
  readonly watch: boolean
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** What of it is told to this process alone. */
  readonly own: Readonly<Record<string, string>>
  readonly logFile: string
  /** Asked until it answers 200, or anything at all: for a server without a health page. */
  readonly ready: { readonly url: string; readonly by: 'status-200' | 'any-answer' }
  /** How long it may take to stop after an interrupt, before it is killed. */
  readonly stopWithinMs: number
}

export interface ManagedChild {
  readonly name: string
  readonly pid: number
  /** Resolves with the exit code. */
  readonly ended: Promise<number>
  /** Interrupts and waits; kills after the plan's time. */
  stop(): Promise<void>
  kill(): void
  /** Last lines of the log. */
  tail(): string
}

/** Starts the process; it ends with this one, whatever ends this one. */
export async function startChild(plan: ChildPlan): Promise<ManagedChild> {
  const log = openSync(plan.logFile, 'w')
  const flags = plan.watch ? ['--watch', '--watch-preserve-output'] : []
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

/** Resolves when the child answers; fails when the signal aborts, and with its last words when it ends instead. */
export async function waitUntilReady(child: ManagedChild, plan: ChildPlan, signal?: AbortSignal): Promise<void> {
  let exitCode: number | undefined
  void child.ended.then((code) => {
    exitCode = code
  })
  const startedAt = performance.now()
  while (!(await answers(plan))) {
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

async function answers({ ready }: ChildPlan): Promise<boolean> {
  try {
    const response = await fetch(ready.url, { redirect: 'manual', signal: AbortSignal.timeout(2_000) })
    await response.body?.cancel()
    return ready.by === 'any-answer' || response.status === 200
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
