import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface RunningCommand {
  /** Resolves with the first line of standard output that matches, or rejects when the process ends. */
  sawLine(pattern: RegExp): Promise<string>
  kill(): void
  /** What it has logged so far: the JSON lines of its standard error, which `output` leaves out. */
  readonly logged: readonly Readonly<Record<string, unknown>>[]
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>
}

/** One cache of compiled modules for all processes that tests start, which saves each of them a third of its start. */
export const compileCache = join(import.meta.dirname, '../node_modules/.cache/compile')

/** Starts a program as an operator does. Its environment is the one that is given and nothing else. */
export function startCommand(program: URL, args: readonly string[], env: NodeJS.ProcessEnv): RunningCommand {
  const child = spawn(process.execPath, [fileURLToPath(program), ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const logged: Record<string, unknown>[] = []
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (stream === child.stderr && line.startsWith('{"level":'))
        return void logged.push(JSON.parse(line) as Record<string, unknown>)
      lines.push(line)
      for (const compare of waiting) compare()
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output: lines.join('\n') }))
  return {
    sawLine: (pattern) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const compare = () => {
        const line = lines.find((each) => pattern.test(each))
        if (line !== undefined) resolve(line)
      }
      waiting.add(compare)
      compare()
      void ended.then(({ output }) => reject(new Error(`ended without ${pattern}:\n${output}`)))
      return promise.finally(() => waiting.delete(compare))
    },
    logged,
    kill: () => child.kill('SIGKILL'),
    ended,
  }
}
