import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

const checkout = resolve(import.meta.dirname, '../../../..')

/** Somebody who has just installed Node: an empty home, no packages, no cache. */
export interface Newcomer {
  /** The absolute path, with a space in it, of the folder that has the home and a folder for each copy. */
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** User and group; undefined means whoever runs the test. */
  readonly uid: number | undefined
}

export function createNewcomer(uid?: number): Newcomer {
  const folder = mkdtempSync(join(tmpdir(), 'a newcomer '))
  // If root runs the test, PostgreSQL's user must be able to reach the folder.
  chmodSync(folder, 0o755)
  const home = join(folder, 'home')
  mkdirSync(home)
  if (uid !== undefined) for (const path of [folder, home]) chownSync(path, uid, uid)
  // The newcomer does not have the programs of this checkout.
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((entry) => !entry.includes('node_modules'))
    .join(delimiter)
  const npmArguments = ['config', 'get', 'registry']
  const registry = execFileSync('npm', npmArguments, {
    env: { ...process.env, PATH: path },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
  return { folder, uid, env: { ...wayToNetwork(), PATH: path, HOME: home, npm_config_registry: registry } }
}

/** Variables that this machine's programs need to reach the registry, if any. */
function wayToNetwork(): Record<string, string> {
  const named = Object.entries(process.env).filter(([name]) =>
    /^(https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i.test(name),
  )
  return Object.fromEntries(named.map(([name, value]) => [name, value ?? '']))
}

/** Copies what git tracks, as it is in this checkout now, into a folder of its own. */
export function copyCheckout({ folder, uid }: Newcomer, name: string): string {
  const copy = join(folder, name)
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: checkout, encoding: 'utf8' }).split('\0')
  for (const path of tracked)
    if (path !== '' && existsSync(join(checkout, path))) cpSync(join(checkout, path), join(copy, path))
  if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${uid}`, copy])
  return copy
}

/** One `npm start`, as the leader of a process group, as a terminal would run it. */
export interface Started {
  readonly pid: number
  /** All that it has written so far, to both outputs. */
  readonly output: () => string
  /** Rejects if the process ends instead. */
  readonly ready: Promise<void>
  /** Resolves with the exit code, or null if a signal ended the process. */
  readonly ended: Promise<number | null>
}

/** User and group in the form of `spawn`'s options. */
const as = (uid: number | undefined) => (uid === undefined ? {} : { uid, gid: uid })

export function npmStart(
  { env, uid }: Newcomer,
  copy: string,
  portBase: number,
  own: Readonly<Record<string, string>> = {},
): Started {
  const child = spawn('npm', ['start', '--', '--port-base', `${portBase}`], {
    cwd: copy,
    env: { ...env, ...own },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...as(uid),
  })
  const { promise: ready, resolve: isReady, reject } = Promise.withResolvers<void>()
  let output = ''
  const hear = (chunk: Buffer): void => {
    output += chunk.toString()
    if (output.includes('\nReady.')) isReady()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = once(child, 'close').then(([code]) => code as number | null)
  void ended.then((code) => {
    reject(new Error(`npm start ended with ${code}:\n${output}`))
  })
  return { pid: child.pid ?? 0, output: () => output, ready, ended }
}

/** Runs lines of shell as if they were pasted into a terminal, and returns what they print. */
export function paste({ env, uid }: Newcomer, copy: string, lines: string): string {
  return execFileSync('bash', ['-c', lines], { cwd: copy, env, encoding: 'utf8', ...as(uid) })
}

export interface Running {
  readonly pid: number
  readonly command: string
}

/**
 * All processes that run from a folder, that is, name it in their arguments or environment, or work below it.
 * PostgreSQL has nothing of our environment.
 */
export function processesOf(folder: string): Running[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const command = readIfPossible(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
      const rest = [
        readIfPossible(() => readFileSync(`/proc/${pid}/environ`, 'utf8')),
        readIfPossible(() => readlinkSync(`/proc/${pid}/cwd`)),
      ]
      return [command, ...rest].some((text) => text.includes(folder)) ? [{ pid: Number(pid), command }] : []
    })
}

/** Another user's process may not be readable, and a process may have ended. */
function readIfPossible(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

/** Ends what a failed test has left running, and removes the folder. */
export function removeNewcomer({ folder }: Newcomer): void {
  for (let left = processesOf(folder); left.length > 0; left = processesOf(folder)) {
    for (const { pid } of left) readIfPossible(() => String(process.kill(pid, 'SIGKILL')))
  }
  rmSync(folder, { recursive: true })
}
