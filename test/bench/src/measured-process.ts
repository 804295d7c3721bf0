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
    cpuSeconds: () => cpuSecondsOf(child.pid!),
    rssMiB: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: async () => {
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}

function cpuSecondsOf(pid: number): number {
  // The fields after the command's name, which may have spaces. The 14th and 15th of all are utime and stime.
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .split(') ')[1]!
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) / ticksPerSecond
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
