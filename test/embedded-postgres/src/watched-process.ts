import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs the program given after $2 and ends it when the pipe on fd 3 closes. The kernel closes that pipe when the starting
 * process ends in any way, also by kill -9. It sends an interrupt, and after 5 s the signal $1. The program's process id is
 * written to fd 4. $2 names a folder to remove once the program has ended, or is empty.
 */
const trampoline = `
last=$1; remove=$2; shift 2
"$@" </dev/null 3<&- 4>&- & program=$!
(
  exec 4>&-
  trap '' INT TERM HUP
  read -r _ <&3
  kill -INT $program
  tries=0
  while kill -0 $program && [ $tries -lt 25 ]; do sleep 0.2; tries=$((tries + 1)); done
  kill -$last $program
) 2>/dev/null & watchdog=$!
trap '' INT TERM HUP
echo $program >&4
exec 3<&- 4>&-
wait $program
status=$?
kill -KILL $watchdog
[ -z "$remove" ] || rm -rf -- "$remove"
exit $status
`

interface WatchedCommand {
  /** The program and its arguments, without a shell. */
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly uid?: number
  readonly gid?: number
  /** An open file for standard output and standard error. */
  readonly log: number
  /**
   * The signal that follows 5 s after the interrupt if the starter has ended. QUIT is PostgreSQL's immediate shutdown.
   * Default KILL.
   */
  readonly lastSignal?: 'QUIT' | 'KILL'
  /** A folder to remove once the program has ended. */
  readonly removeAtEnd?: string
}

export interface WatchedProcess {
  readonly pid: number
  /** Resolves with the exit code (128 + signal number for a signal) once the program has ended. */
  readonly ended: Promise<number>
  /** Has no effect on a program that has ended. */
  kill(signal: NodeJS.Signals): void
}

/**
 * Starts a program that does not outlive this process. It has a process group of its own, so that Ctrl-C on the
 * terminal reaches only the starter, which decides the order of stopping. Neither the program nor its pipes keep this
 * process alive.
 */
export async function startWatched(options: WatchedCommand): Promise<WatchedProcess> {
  const { command, log, lastSignal = 'KILL', removeAtEnd = '', ...spawnOptions } = options
  const child = spawn('/bin/sh', ['-c', trampoline, 'sh', lastSignal, removeAtEnd, ...command], {
    ...spawnOptions,
    stdio: ['ignore', log, log, 'pipe', 'pipe'],
    detached: true,
  })
  let hasEnded = false
  const ended = new Promise<number>((resolve) => {
    child.once('exit', (code, signal) => {
      hasEnded = true
      child.stdio[3]?.destroy()
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL'])
    })
  })
  const pid = await readPid(child)
  child.unref()
  unrefPipe(child.stdio[3])
  return {
    pid,
    ended,
    kill: (signal) => {
      if (!hasEnded) send(pid, signal)
    },
  }
}

/** Whether the program ends within the time. Keeps this process alive meanwhile. */
export async function endsWithin(watched: WatchedProcess, limitMs: number): Promise<boolean> {
  const timer = new AbortController()
  const late = sleep(limitMs, false, { signal: timer.signal }).catch(() => false)
  const ended = await Promise.race([watched.ended.then(() => true), late])
  timer.abort()
  return ended
}

async function readPid(child: ChildProcess): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let text = ''
  const out = child.stdio[4] as Readable
  child.once('error', reject)
  out.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  out.once('close', () => {
    resolve(Number(text))
  })
  return await promise
}

/** The pipes of a child are sockets, which their type does not say. */
function unrefPipe(pipe: ChildProcess['stdio'][number] | undefined): void {
  if (pipe instanceof Socket) pipe.unref()
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The program has ended, but this process has not been notified of it yet.
  }
}
