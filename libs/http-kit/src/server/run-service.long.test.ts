import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { connectRaw } from './raw-client.fixture.ts'

describe('runService', { timeout: 300_000 }, () => {
  it('logs which variable is set by its former name', async () => {
    const { logged } = run({ GRACE_S: '30' })
    expect(await logged('a variable is set by its former name')).toMatchObject({ variable: 'SHUTDOWN_GRACE_S' })
  })

  it('finishes open requests at SIGINT and exits with 0', async () => {
    const { child, port, exitCode, logged } = await startFixture()
    const client = connectRaw(port)
    client.send(get('/slow'))
    await client.until('begun')
    child.kill('SIGINT')
    expect(await logged('draining')).toMatchObject({ signal: 'SIGINT' })
    expect(await client.closed).toContain('finished')
    expect(await exitCode).toBe(0)
  })

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'at %s is not ready at once, serves for 5 s more, and exits 0',
    async (signal) => {
      const { child, port, exitCode, logged } = await startFixture()
      const begun = performance.now()
      child.kill(signal)
      await logged('draining')
      expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(503)
      let served = 0
      while (
        await fetch(`http://127.0.0.1:${port}/`).then(
          (response) => response.ok,
          () => false,
        )
      )
        served += 1
      const servedMs = performance.now() - begun
      expect(served).toBeGreaterThan(0)
      expect(servedMs).toBeGreaterThan(4900)
      expect(servedMs).toBeLessThan(soonMs)
      expect(await exitCode).toBe(0)
    },
  )

  it('ends at the end of the grace period, even with requests in flight and after more signals', async () => {
    const { child, port, exitCode } = await startFixture({ SHUTDOWN_GRACE_S: '3' })
    const client = connectRaw(port)
    client.send(get('/never'))
    await client.until('begun')
    const begun = performance.now()
    child.kill('SIGINT')
    const more = setInterval(() => child.kill('SIGTERM'), 100)
    const code = await exitCode
    clearInterval(more)
    expect(code).toBe(0)
    expect(performance.now() - begun).toBeGreaterThan(1900)
    // Without this limit nothing would end it.
    expect(performance.now() - begun).toBeLessThan(soonMs)
  })

  it.each([
    ['/throw', 'RangeError', 'uncaughtException'],
    ['/reject', 'SyntaxError', 'unhandledRejection'],
  ])('after %s logs class and source line, never the message, and exits 1', async (path, errorClass, reason) => {
    const { port, exitCode, output, logged } = await startFixture()
    connectRaw(port).send(get(path))
    expect(await exitCode).toBe(1)
    expect(await logged('uncaught')).toMatchObject({
      errorClass,
      reason,
      site: expect.stringMatching(/^run-service\.fixture\.ts:\d+$/),
    })
    expect(output()).not.toContain('canary')
  })

  it("exits 1 if the service cannot open, without showing the error's message", async () => {
    const { exitCode, output, logged } = run({ FIXTURE: 'cannot-open' })
    expect(await exitCode).toBe(1)
    expect(await logged('cannot start')).toMatchObject({ errorClass: 'Error' })
    expect(output()).not.toContain('canary')
  })

  it('exits 78 if the configuration is not allowed, and reports why', async () => {
    const { exitCode, output } = run({ FIXTURE: 'must-not-run' })
    expect(await exitCode).toBe(78)
    expect(output()).toContain('fixture cannot start: fsync is off\n')
  })

  it("calls the service's `drain` at once", async () => {
    const { child, port, exitCode, logged, output } = await startFixture()
    child.kill('SIGTERM')
    await logged('draining')
    await expect.poll(output).toContain('drain begins')
    // It still serves requests, as it does for the first 5 s.
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
    child.kill('SIGKILL')
    await exitCode
  })

  it('reports in one line which variable to change if the port is taken, and exits 1', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { exitCode, output } = run({ PORT: String(port) })
    expect(await exitCode).toBe(1)
    expect(output()).toContain(`fixture cannot start: 127.0.0.1:${port} is already in use; set PORT to another one\n`)
    expect(output()).not.toContain('    at ')
    other.close()
  })

  it('logs its end even if what it waits for can never happen', async () => {
    const { child, exitCode, logged } = await startFixture({ FIXTURE: 'never-closes' })
    child.kill('SIGINT')
    expect(await exitCode).toBe(0)
    expect(await logged('stopped')).toMatchObject({ exitCode: 0 })
  })

  it('serves and ends as usual if nobody reads the log', async () => {
    const { child, port, exitCode } = await startFixture()
    child.stdout?.destroy()
    child.kill('SIGTERM') // it logs that, and serves for 5 s more
    while (await fetch(`http://127.0.0.1:${port}/health/ready`).then(({ status }) => status === 200));
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('served')
    expect(await exitCode).toBe(0)
  })

  it('ends soon if somebody has stopped reading the log', { timeout: soonMs }, async () => {
    const { child, port } = await startFixture()
    const exited = once(child, 'exit')
    child.stdout?.pause()
    // More than any pipe holds.
    expect(await (await fetch(`http://127.0.0.1:${port}/log`)).text()).toBe('served')
    child.kill('SIGINT')
    expect(await exited).toEqual([0, null])
  })
})

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const deadlineMs = 60_000
/** Much sooner than the end of the grace period, which is a minute by default. */
const soonMs = 30_000
const children: ChildProcess[] = []

interface LogLine {
  readonly message: string
  readonly [field: string]: unknown
}

interface RunningFixture {
  readonly child: ChildProcess
  /** Resolves with the first log line that has this message. */
  logged(message: string): Promise<LogLine>
  readonly exitCode: Promise<number | null>
  /** Everything on both outputs. */
  output(): string
}

function run(env: Record<string, string> = {}): RunningFixture {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run-service.fixture.ts')], {
    env: { ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  const wakers = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      for (const wake of wakers) wake()
    })
  }
  const lineOf = (message: string): LogLine | undefined =>
    output
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine)
      .find((line) => line.message === message)
  return {
    child,
    output: () => output,
    logged: (message) =>
      new Promise((resolve, reject) => {
        const wake = (): void => {
          const line = lineOf(message)
          if (line) resolve(line)
        }
        wakers.add(wake)
        wake()
        setTimeout(() => reject(new Error(`no "${message}" in: ${output}`)), deadlineMs).unref()
      }),
    exitCode: once(child, 'close').then(([code]) => code as number | null),
  }
}

async function startFixture(env: Record<string, string> = {}) {
  const fixture = run(env)
  const { port } = await fixture.logged('listening')
  await fixture.logged('open')
  return { ...fixture, port: Number(port) }
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
