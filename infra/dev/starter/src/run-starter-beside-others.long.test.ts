import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  freePortBase,
  leftovers,
  spawnStandIn,
  standInPids,
  stateRootForTest,
  untilReady,
} from './stand-in/spawn-stand-in.ts'
import { onGivenDatabase, startReady } from './stand-in/start-ready.ts'

describe('the starter', { timeout: 600_000 }, () => {
  it('shows the last lines of a process that cannot start, stops the others, and ends', async () => {
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

  it('refuses to make a given database new', async () => {
    const env = await onGivenDatabase({})
    const starter = spawnStandIn({ stateRoot: stateRootForTest(), portBase: await freePortBase(), env, fresh: true })
    expect(await starter.exited).toBe(1)
    expect(starter.output()).toContain('DATABASE_URL names something else')
  })

  it('reports that the given database cannot be reached', async () => {
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

  it.runIf(process.getuid?.() === 0)("keeps its database elsewhere when PostgreSQL's user may not enter", async () => {
    const stateRoot = stateRootForTest(0o700)
    const starter = spawnStandIn({ stateRoot, portBase: await freePortBase() })
    await untilReady(starter)
    const dataDir = dirname(/\S+server\.log/.exec(starter.output())?.[0] ?? '')
    onTestFinished(() => {
      rmSync(dataDir, { recursive: true, force: true })
    })
    expect(dataDir.startsWith(stateRoot)).toBe(false)
    expect(existsSync(join(dataDir, 'pgdata/postmaster.pid'))).toBe(true)
    starter.child.kill('SIGINT')
    expect(await starter.exited).toBe(0)
    expect(existsSync(join(dataDir, 'pgdata/postmaster.pid'))).toBe(false)
  })
})

async function occupy(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
}
