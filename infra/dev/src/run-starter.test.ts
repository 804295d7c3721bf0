import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { createTestDatabase } from '@course-grading/test-database'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { StandIn } from './stand-in/spawn-stand-in.ts'
import {
  freePortBase, leftovers, spawnStandIn, standInPids, stateRootForTest, untilReady,
} from './stand-in/spawn-stand-in.ts'

const timeout = 600_000

describe('the starter', { timeout }, () => {
  it('serves on the four ports and prints a map with addresses, tokens and commands to try', async () => {
    const { starter, portBase } = await startReady({})
    for (const port of [portBase, portBase + 1, portBase + 2, portBase + 9]) {
      expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)
      expect(starter.output()).toContain(`http://127.0.0.1:${port}`)
    }
    expect(starter.output()).toContain('0065'.repeat(10))
    // Two for the public API; of signing in, the line that shows who did.
    expect(starter.output().match(/^ {2}curl .*$/gm)).toHaveLength(3)
  })

  it('stops everything after Ctrl-C, with code 0 and no lock left', async () => {
    const { starter, stateRoot } = await startReady()
    starter.child.kill('SIGINT')
    expect(await starter.exited).toBe(0)
    expect(leftovers(stateRoot)).toEqual([])
    expect(readdirSync(join(stateRoot, '.local/postgres/pgdata'))).not.toContain('postmaster.pid')
  })

  it.each(['SIGTERM', 'SIGHUP'] as const)('stops after %s as after Ctrl-C', async (signal) => {
    const { starter, stateRoot } = await startReady({})
    starter.child.kill(signal)
    expect(await starter.exited).toBe(0)
    expect(leftovers(stateRoot)).toEqual([])
  })

  it('leaves nothing behind after kill -9, and starts again in the same place', async () => {
    const { starter, stateRoot, portBase } = await startReady()
    expect(standInPids(stateRoot)).toHaveLength(8)
    starter.child.kill('SIGKILL')
    await starter.exited
    await expect.poll(() => leftovers(stateRoot)).toEqual([])
    const again = spawnStandIn({ stateRoot, portBase })
    await untilReady(again)
  })

  it('leaves nothing of a process that hears no interrupt', async () => {
    const { starter, stateRoot } = await startReady({ STAND_IN: 'deaf' })
    starter.child.kill('SIGKILL')
    await starter.exited
    await expect.poll(() => leftovers(stateRoot)).toEqual([])
  })

  it('kills a process that does not stop in its time', async () => {
    const { starter, stateRoot } = await startReady({ STAND_IN: 'deaf', STAND_IN_STOPS_WITHIN_MS: '300' })
    starter.child.kill('SIGINT')
    expect(await starter.exited).toBe(0)
    expect(leftovers(stateRoot)).toEqual([])
  })

  it('ends what still runs at the second Ctrl-C', async () => {
    const { starter, stateRoot } = await startReady({ STAND_IN: 'deaf', STAND_IN_STOPS_WITHIN_MS: `${2 * timeout}` })
    starter.child.kill('SIGINT')
    await expect.poll(() => starter.output()).toContain('Stopping')
    starter.child.kill('SIGINT')
    expect(await starter.exited).toBe(0)
    expect(leftovers(stateRoot)).toEqual([])
  })

  it('stops in the middle of starting', async () => {
    const stateRoot = stateRootForTest()
    const starter = spawnStandIn({ stateRoot, portBase: await freePortBase() })
    await expect.poll(() => existsSync(join(stateRoot, '.local/postgres'))).toBe(true)
    starter.child.kill('SIGINT')
    expect(await starter.exited).toBe(0)
    expect(starter.output()).not.toContain('Ready.')
    expect(leftovers(stateRoot)).toEqual([])
  })

  it('ends with its last words when a process cannot start, and stops the others', async () => {
    const stateRoot = stateRootForTest()
    const env = await onGivenDatabase({ STAND_IN: 'broken' })
    const starter = spawnStandIn({ stateRoot, portBase: await freePortBase(), env })
    expect(await starter.exited).toBe(1)
    expect(starter.output()).toContain('manual-grading ended by itself (exit code 78)')
    expect(starter.output()).toContain('FRONTEND_SECRET is too short')
    expect(starter.output()).not.toContain('    at ')
    expect(leftovers(stateRoot)).toEqual([])
  })

  it('ends when a running process dies, naming it', async () => {
    const { starter, stateRoot } = await startReady({})
    const first = standInPids(stateRoot)[0] ?? 0
    process.kill(first, 'SIGKILL')
    expect(await starter.exited).toBe(1)
    expect(starter.output()).toMatch(/ended by itself \(exit code 137\)/)
    expect(leftovers(stateRoot)).toEqual([])
  })

  it('refuses a given database that another start uses', async () => {
    const env = await onGivenDatabase({})
    const first = spawnStandIn({ stateRoot: stateRootForTest(), portBase: await freePortBase(), env })
    await untilReady(first)
    const second = spawnStandIn({ stateRoot: stateRootForTest(), portBase: await freePortBase(), env })
    expect(await second.exited).toBe(1)
    expect(second.output()).toContain('Another start uses this database')
  })

  it('says so when the given database cannot be reached', async () => {
    const env = { DATABASE_URL: 'postgres://nobody:secret-word@127.0.0.1:1/nothing' }
    const starter = spawnStandIn({ stateRoot: stateRootForTest(), portBase: await freePortBase(), env })
    expect(await starter.exited).toBe(1)
    expect(starter.output()).toContain('cannot be reached')
    expect(starter.output()).not.toContain('secret-word')
  })

  it('names every taken port and the way out, before it starts anything', async () => {
    const stateRoot = stateRootForTest()
    const portBase = await freePortBase()
    for (const port of [portBase, portBase + 9]) await occupy(port)
    const starter = spawnStandIn({ stateRoot, portBase })
    expect(await starter.exited).toBe(1)
    expect(starter.output()).toContain(`port ${portBase} for public-api`)
    expect(starter.output()).toContain(`port ${portBase + 9} for the simulator`)
    expect(starter.output()).not.toContain(`port ${portBase + 1} `)
    expect(starter.output()).toContain('npm start -- --port-base')
    expect(existsSync(join(stateRoot, '.local/postgres/pgdata'))).toBe(false)
  })

  it('refuses a second start of one checkout, on the same ports and on others', async () => {
    const { starter, stateRoot, portBase } = await startReady()
    for (const secondBase of [portBase, await freePortBase()]) {
      const second = spawnStandIn({ stateRoot, portBase: secondBase })
      expect(await second.exited).toBe(1)
      expect(second.output()).toContain('This checkout is already running')
    }
    expect((await fetch(`http://127.0.0.1:${portBase}/health/ready`)).status).toBe(200)
    expect(starter.child.exitCode).toBe(null)
  })

  it('runs beside another checkout', async () => {
    const [first, second] = await Promise.all([startReady(), startReady()])
    first.starter.child.kill('SIGINT')
    expect(await first.starter.exited).toBe(0)
    expect((await fetch(`http://127.0.0.1:${second.portBase}/health/ready`)).status).toBe(200)
  })

  it.runIf(process.getuid?.() === 0)('keeps its database elsewhere when PostgreSQL\'s user may not enter', async () => {
    const stateRoot = stateRootForTest(0o700)
    const starter = spawnStandIn({ stateRoot, portBase: await freePortBase() })
    await untilReady(starter)
    const dataDir = dirname(/\S+server\.log/.exec(starter.output())?.[0] ?? '')
    onTestFinished(() => { rmSync(dataDir, { recursive: true, force: true }) })
    expect(dataDir.startsWith(stateRoot)).toBe(false)
    expect(existsSync(join(dataDir, 'pgdata/postmaster.pid'))).toBe(true)
    starter.child.kill('SIGINT')
    expect(await starter.exited).toBe(0)
    expect(existsSync(join(dataDir, 'pgdata/postmaster.pid'))).toBe(false)
  })

  it('goes on when its standard input closes and nobody reads its output', async () => {
    const stateRoot = stateRootForTest()
    const portBase = await freePortBase()
    const starter = spawnStandIn({ stateRoot, portBase, stdin: 'pipe', env: await onGivenDatabase({}) })
    starter.child.stdin?.destroy()
    await untilReady(starter)
    starter.child.stdout?.destroy()
    starter.child.stderr?.destroy()
    starter.child.kill('SIGINT')
    expect(await once(starter.child, 'exit')).toEqual([0, null])
    expect(leftovers(stateRoot)).toEqual([])
  })
})

interface Ready {
  readonly starter: StandIn
  readonly stateRoot: string
  readonly portBase: number
}

/** On the embedded PostgreSQL; with an `env`, on a given one, which saves making a cluster. */
async function startReady(env?: Record<string, string>): Promise<Ready> {
  const stateRoot = stateRootForTest()
  const portBase = await freePortBase()
  const starter = spawnStandIn({ stateRoot, portBase, env: env === undefined ? {} : await onGivenDatabase(env) })
  await untilReady(starter)
  return { starter, stateRoot, portBase }
}

async function onGivenDatabase(env: Record<string, string>): Promise<Record<string, string>> {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  return { ...env, DATABASE_URL: database.ownerUrl }
}

async function occupy(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => { server.close() })
}
