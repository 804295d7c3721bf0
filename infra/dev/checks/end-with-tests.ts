import { type ChildProcess, spawn } from 'node:child_process'
import { hasSubscribers, subscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'

/**
 * For vitest, in each process that runs tests: whatever process they start ends with it, also when it is killed. A shell reads who
 * began and who has ended, until the kernel closes the pipe; then it ends all that are left. A group that was detached is asked to end,
 * because PostgreSQL has a watchdog of its own, which removes its folder.
 */
const program = `
alive=' '
while read -r what whom; do
  case $what in
    began) alive="$alive$whom " ;;
    ended) alive="\${alive%% $whom *} \${alive#* $whom }" ;;
  esac
done
for whom in $alive; do
  case $whom in
    -*) kill -TERM "$whom" ;;
    *) kill -KILL "$whom" ;;
  esac
done
`
const channel = 'tracing:child_process.spawn:start'

let guard: ChildProcess | undefined
let isStarting = false

function tell(what: 'began' | 'ended', whom: number): void {
  if (guard === undefined) {
    isStarting = true
    // In a group of its own, so that it outlives what ends the group of the tests.
    guard = spawn('/bin/sh', ['-c', program], {
      detached: true,
      cwd: '/',
      env: {},
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    isStarting = false
    guard.unref()
    if (guard.stdin instanceof Socket) guard.stdin.unref()
  }
  guard.stdin?.write(`${what} ${whom}\n`)
}

// Files that share a process share what watches it.
if (!hasSubscribers(channel))
  subscribe(channel, (message) => {
    if (isStarting) return
    const { process: child, options } = message as { process: ChildProcess; options: { detached?: boolean } }
    child.once('spawn', () => {
      const whom = options.detached === true ? -(child.pid ?? 0) : (child.pid ?? 0)
      tell('began', whom)
      child.once('exit', () => tell('ended', whom))
    })
  })
