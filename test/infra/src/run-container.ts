import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { BuiltImage } from './build-images.ts'

/** The user of every image, and of no process of this machine. */
export const imageUser = 1000

export interface Container {
  readonly process: ChildProcess
  /** All that it has written so far. */
  readonly output: () => string
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>
}

/**
 * Starts a command in the root file system of an image, by default the image's own: with the image's environment and that which
 * is given, as the image's user, with `secrets` as /run/secrets and all else read-only. The network is this machine's.
 */
export function runContainer(
  { root, config }: BuiltImage,
  env: Readonly<Record<string, string>>,
  { secrets, command = config.Cmd }: { readonly secrets: string; readonly command?: readonly string[] },
): Container {
  const variables = [...config.Env.map((line): [string, string] => splitOnce(line)), ...Object.entries(env)]
  // As root, bwrap --uid would only look like another user: the host's uid would stay 0.
  const user = [`--reuid=${imageUser}`, `--regid=${imageUser}`, '--clear-groups']
  const mounts = ['--ro-bind', root, '/', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/run']
  const settings = variables.flatMap(([name, value]) => ['--setenv', name, value])
  const rest = ['--ro-bind', secrets, '/run/secrets', '--clearenv', ...settings, '--chdir', config.WorkingDir]
  const child = spawn('setpriv', [...user, 'bwrap', ...mounts, ...rest, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return {
    process: child,
    output: () => output,
    ended: once(child, 'close').then(([code]) => code as number | null),
  }
}

function splitOnce(line: string): [string, string] {
  const [name = '', ...value] = line.split('=')
  return [name, value.join('=')]
}

/** The first line of JSON that says where a service listens; undefined as long as there is none. */
export function listeningLine(output: string): { readonly port?: number; readonly opsPort?: number } | undefined {
  const line = output
    .split('\n')
    .slice(0, -1)
    .find((text) => text.includes('"listening"'))
  if (line === undefined) return undefined
  return JSON.parse(line) as { port?: number; opsPort?: number }
}

/** The program itself: bwrap waits for it as its only child. */
export function pidOf({ process: { pid } }: Container): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())
}

/** The host's user ids of a process: real, effective, saved, of the file system. */
export function uidsOf(pid: number): number[] {
  const [, ids = ''] = /^Uid:\s+(.+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return ids.split(/\s+/).map(Number)
}
