import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { ClusterUser } from './cluster-user.ts'
import { asClusterUser } from './cluster-user.ts'

/**
 * Runs the program given after $1 and ends it when the pipe on fd 3 closes, which the kernel does for any death of the
 * starter, kill -9 included: an interrupt (PostgreSQL's fast shutdown), after 5 s a quit (its immediate one). The
 * program's pid goes out on fd 4. $1 names a folder to remove once the program is gone; empty for none.
 */
const trampoline = `
remove=$1; shift
"$@" </dev/null 3<&- 4>&- & program=$!
(
  exec 4>&-
  trap '' INT TERM HUP
  read -r _ <&3
  kill -INT $program
  tries=0
  while kill -0 $program 2>/dev/null && [ $tries -lt 25 ]; do sleep 0.2; tries=$((tries + 1)); done
  kill -QUIT $program
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

export interface WatchedProcess {
  readonly pid: number
  /** Resolves when the program and all that watches it are gone. */
  readonly ended: Promise<void>
}

/** Output goes to the open file `log`. Neither the process nor its pipes keep our own event loop alive. */
export async function startWatched(
  user: ClusterUser, log: number, command: readonly string[], removeAtEnd = '',
): Promise<WatchedProcess> {
  const child = spawn('/bin/sh', ['-c', trampoline, 'sh', removeAtEnd, ...command], {
    ...asClusterUser(user),
    stdio: ['ignore', log, log, 'pipe', 'pipe'],
    // A group of its own: Ctrl-C on the terminal must not stop the database under services that still drain.
    detached: true,
  })
  const ended = new Promise<void>((resolve) => { child.once('exit', () => { child.stdio[3]?.destroy(); resolve() }) })
  const pid = await readPid(child)
  child.unref()
  Reflect.get(child.stdio[3] ?? {}, 'unref')?.call(child.stdio[3])
  return { pid, ended }
}

async function readPid(child: ChildProcess): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let text = ''
  const out = child.stdio[4] as Readable
  child.once('error', reject)
  out.on('data', (chunk: Buffer) => { text += chunk.toString() })
  out.once('close', () => { resolve(Number(text)) })
  return await promise
}
