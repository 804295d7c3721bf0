import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compileCache, punctually } from '@course-grading/test-kit'

const checkout = join(import.meta.dirname, '../../..')

/** The limit for things that should happen soon. It is long, because a busy machine may be many times slower. */
export const patienceMs = 60_000

/** The services with a boundary. */
export type ServiceName = 'public-api' | 'frontend-internal' | 'manual-grading'

export type ProgramName = ServiceName | 'web'

/** Node does not read the pages of the web frontend by itself; the loader also builds its islands, once for all that start it. */
const loaders: Partial<Record<ProgramName, string>> = { web: join(checkout, 'infra/dev/bundle/bin/web-loader.ts') }

/** A line of a service's log, parsed. */
export interface LogLine {
  readonly message: string
  readonly [field: string]: unknown
}

export interface ServiceProcess {
  readonly pid: number
  /** The origin of the boundary, and of health and metrics unless OPS_PORT is set. */
  readonly url: string
  readonly port: number
  /** The port of health and metrics. It is the boundary's port unless OPS_PORT is set. */
  readonly opsPort: number
  /** Everything written to standard output and standard error so far. */
  readonly output: () => string
  readonly logLines: () => LogLine[]
  /** Waits for a line of the log that has these members. */
  readonly untilLogged: (members: Readonly<Record<string, unknown>>) => Promise<LogLine>
  readonly errors: () => LogLine[]
  readonly signal: (name: NodeJS.Signals) => void
  /** Resolves with the exit code (or the signal's name) when the process has ended. */
  readonly exited: Promise<number | string>
  /** Sends SIGINT and waits for the end. If that takes too long, it sends SIGKILL and throws. */
  readonly stop: () => Promise<void>
}

/**
 * Starts a service as its users do, `node services/<name>/src/main.ts`, on a free port, and waits until it is ready (or
 * only until it listens, for a service whose database is not available).
 */
export async function startServiceProcess(
  service: ProgramName,
  env: Record<string, string | undefined>,
  { until = 'ready' }: { until?: 'listening' | 'ready' } = {},
): Promise<ServiceProcess> {
  const loader = loaders[service]
  const flags = loader === undefined ? [] : ['--import', loader]
  const child = spawn(process.execPath, [...flags, join(checkout, 'services', service, 'src/main.ts')], {
    cwd: checkout,
    // A service must not reject requests because the machine is busy. Tests about overload exceed these limits.
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compileCache,
      PORT: '0',
      HOST: '127.0.0.1',
      ...env,
      NODE_OPTIONS: `${punctually} ${env['NODE_OPTIONS'] ?? ''}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: string[] = []
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  // The process has ended, and all of its output has been read.
  const exited = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
  const output = (): string => chunks.join('')
  const logLines = (): LogLine[] =>
    output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine)

  let isClosed = false
  void exited.then(() => {
    isClosed = true
  })
  const requireRunning = (): void => {
    if (isClosed) throw new Error(`${service} exited with ${child.exitCode ?? child.signalCode}:\n${output()}`)
  }

  const listening = await waitFor(`${service} to listen`, () => {
    requireRunning()
    return logLines().find(({ message }) => message === 'listening')
  })
  const port = listening['port'] as number
  const opsPort = (listening['opsPort'] as number | undefined) ?? port
  const started: ServiceProcess = {
    pid: child.pid!,
    port,
    opsPort,
    url: `http://127.0.0.1:${port}`,
    output,
    logLines,
    errors: () => logLines().filter(({ level }) => level === 'error'),
    untilLogged: (members) =>
      waitFor(`the log to have ${JSON.stringify(members)}`, () =>
        logLines().find((line) => Object.entries(members).every(([name, value]) => line[name] === value)),
      ),
    exited,
    signal: (name) => void child.kill(name),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return void (await exited)
      child.kill('SIGINT')
      const killer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      const code = await exited
      clearTimeout(killer)
      if (code !== 0) throw new Error(`${service} ended with ${code}:\n${output()}`)
    },
  }
  if (until === 'ready') {
    await waitFor(`${service} to be ready`, async () => {
      requireRunning()
      return (await readiness(started)) === 200
    })
  }
  return started
}

/** The status of /health/ready, or null if there is no reply. */
export async function readiness({ opsPort }: { readonly opsPort: number }): Promise<number | null> {
  try {
    const reply = await fetch(`http://127.0.0.1:${opsPort}/health/ready`)
    await reply.arrayBuffer()
    return reply.status
  } catch {
    return null
  }
}

/** Returns the number of milliseconds that it took. */
export async function untilReadiness(
  service: ServiceProcess,
  wanted: 200 | 503 | null,
  limitMs = patienceMs,
): Promise<number> {
  const startedAt = performance.now()
  await waitFor(`readiness ${wanted}`, async () => (await readiness(service)) === wanted, limitMs)
  return performance.now() - startedAt
}

/** Polls every 20 ms until there is a value, or true. After `limitMs` it throws, and names what it waited for. */
export async function waitFor<T>(
  what: string,
  ask: () => T | false | undefined | Promise<T | false | undefined>,
  limitMs = patienceMs,
): Promise<T> {
  const endsAt = performance.now() + limitMs
  for (;;) {
    const reply = await ask()
    if (reply !== undefined && reply !== false) return reply
    if (performance.now() > endsAt) throw new Error(`waited ${limitMs} ms for ${what}`)
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, 20)
    await promise
  }
}

/** The environment of a process whose clock is off by some hours. */
export const clockOff = (hours: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    const Real = Date
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + ${hours * 3_600_000}) : super(...given) }
      static now() { return Real.now() + ${hours * 3_600_000} }
    }
  `)}`,
})
