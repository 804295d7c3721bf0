import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Ticks in a second of the CPU times in /proc. It has been 100 on Linux for decades (see `getconf CLK_TCK`). */
const ticksPerSecond = 100

export interface MeasuredProcess {
  readonly url: string
  /** The user and system time so far. */
  readonly cpuSeconds: () => number
  readonly rssMiB: () => number
  readonly stop: () => Promise<void>
}

/** Starts a server that may use only one core, the first by default, on the given port, with its output in a file. */
export async function startMeasured(
  name: string,
  script: string,
  port: number,
  env: Record<string, string>,
  core = 0,
): Promise<MeasuredProcess> {
  const folder = join(import.meta.dirname, '../../../.local/bench')
  mkdirSync(folder, { recursive: true })
  const log = openSync(join(folder, `${name}.log`), 'w')
  const child = spawn('taskset', ['-c', String(core), process.execPath, script], {
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String(port),
      NODE_ENV: 'production',
      TRUSTED_PROXY_HOPS: '0',
      NODE_OPTIONS: process.env['SERVER_NODE_OPTIONS'] ?? '',
      ...env,
    },
    stdio: ['ignore', log, log],
  })
  const url = `http://127.0.0.1:${port}`
  try {
    await untilAnswering(name, `http://127.0.0.1:${env['OPS_PORT'] ?? port}`, () => child.exitCode)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return {
    url,
    cpuSeconds: () => cpuSecondsOf(child.pid!).own,
    rssMiB: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: async () => {
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}

/** The user and system time of a process and of all its children, including those that have ended. */
export function cpuSecondsOfFamily(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((text) => text !== '')
    .map(Number)
  const { own, ended } = cpuSecondsOf(pid)
  return children.reduce((sum, child) => sum + cpuSecondsOf(child).own, own + ended)
}

function cpuSecondsOf(pid: number): { readonly own: number; readonly ended: number } {
  // The fields after the command's name, which may have spaces. The 14th to 17th of all are utime, stime, and those of
  // ended children.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 15).map(Number)
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields
  return { own: (user + system) / ticksPerSecond, ended: (childrenUser + childrenSystem) / ticksPerSecond }
}

async function untilAnswering(name: string, url: string, exitCode: () => number | null): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (exitCode() !== null) throw new Error(`${name} exited with ${exitCode()}; see .local/bench/${name}.log`)
    const reply = await fetch(`${url}/health/ready`).catch(() => null)
    await reply?.arrayBuffer()
    if (reply?.ok) return
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, 50)
    await promise
  }
  throw new Error(`${name} was not ready within 20 s`)
}
