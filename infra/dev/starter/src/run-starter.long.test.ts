import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  freePortBase,
  leftovers,
  spawnStandIn,
  standInPids,
  stateRootForTest,
  untilReady,
} from './stand-in/spawn-stand-in.ts'
import { onGivenDatabase, startReady } from './stand-in/start-ready.ts'

const timeout = 600_000

describe('the starter', { timeout }, () => {
  it('serves on the four ports and prints a map with addresses, tokens and commands to try', async () => {
    const { starter, portBase } = await startReady({})
    for (const port of [portBase, portBase + 1, portBase + 2, portBase + 9]) {
      expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)
      expect(starter.output()).toContain(`http://127.0.0.1:${port}`)
    }
    expect(starter.output()).toContain('0065'.repeat(10))
    // Two commands are for the public API. Of the commands for signing in, only the line that shows the session has this form.
    expect(starter.output().match(/^ {2}curl .*$/gm)).toHaveLength(3)
  })

  it('leaves the environment of each service where commands find it, readable by nobody else', async () => {
    const { stateRoot, portBase } = await startReady({})
    const file = join(stateRoot, '.local/environment/manual-grading.env')
    expect(parseEnv(readFileSync(file, 'utf8'))).toEqual({
      HOST: '127.0.0.1',
      PORT: `${portBase + 2}`,
      STAND_IN: expect.any(String),
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
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

  it('leaves nothing running after kill -9, and starts again on the same state', async () => {
    const { starter, stateRoot, portBase } = await startReady()
    expect(standInPids(stateRoot)).toHaveLength(8)
    starter.child.kill('SIGKILL')
    await starter.exited
    await expect.poll(() => leftovers(stateRoot)).toEqual([])
    const again = spawnStandIn({ stateRoot, portBase })
    await untilReady(again)
  })

  it('ends a process that ignores interrupts', async () => {
    const { starter, stateRoot } = await startReady({ STAND_IN: 'deaf' })
    starter.child.kill('SIGKILL')
    await starter.exited
    await expect.poll(() => leftovers(stateRoot)).toEqual([])
  })

  it('kills a process that does not stop within its time', async () => {
    const { starter, stateRoot } = await startReady({ STAND_IN: 'deaf', STAND_IN_STOPS_WITHIN_MS: '300' })
    starter.child.kill('SIGINT')
    expect(await starter.exited).toBe(0)
    expect(leftovers(stateRoot)).toEqual([])
  })

  it('kills what still runs at the second Ctrl-C', async () => {
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

  it('is ready before the work of the demo is assessed, and stops in the middle of that', async () => {
    const { starter, stateRoot } = await startReady({ STAND_IN_ASSESSES_FOR_MS: `${2 * timeout}` })
    starter.child.kill('SIGINT')
    expect(await starter.exited).toBe(0)
    expect(starter.output()).not.toContain('not assessed')
    expect(leftovers(stateRoot)).toEqual([])
  })

  it('continues when its standard input closes and nobody reads its output', async () => {
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
