import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isInPath } from '../programs-in-path.ts'
import type { Replica } from './replica.ts'
import { clients, ReplicaWorld } from './replica-world.ts'

const hasNginx = isInPath('nginx')
const replaced = { status: 0, said: 'replace-public-api: replaced\n' }
const newer = { name: 'newer', isRunning: true, isAttached: true, isOpen: true }

describe.skipIf(!hasNginx)(`replace-public-api.sh${hasNginx ? '' : ' (left out: there is no nginx)'}`, () => {
  let world: ReplicaWorld
  let old: Replica
  beforeEach(async () => {
    world = await new ReplicaWorld().start()
    old = world.containers[0]!
  })
  afterEach(async () => {
    await world.stop()
    await old.end()
  })

  it('leaves no read without its reply, and sends no write twice', async () => {
    const { reads, writes, ends } = await world.replaceUnderLoad()
    expect(ends).toEqual([replaced])
    expect(new Set(reads)).toEqual(new Set([200]))
    expect(reads.length).toBeGreaterThan(50)
    // In the instant in which the old one closes, each client may have a write in its queue.
    expect(writes.filter((status) => status !== 200).length).toBeLessThanOrEqual(clients)
    expect(world.written).toEqual([...new Set(world.written)])
    expect([old.requests > 10, world.containers[0]!.requests > 10]).toEqual([true, true])
    expect(world.calls).toEqual(['create new', 'disconnect new', 'start new', 'connect new', 'stop old', 'rm old'])
  })

  it('replaces again in a second run', async () => {
    const { reads, ends } = await world.replaceUnderLoad(2)
    expect(ends).toEqual([replaced, replaced])
    expect(new Set(reads)).toEqual(new Set([200]))
    expect(world.containers).toMatchObject([newer])
  })

  it.each([
    ['create new', 'older'],
    ['disconnect new', 'newer'],
    ['start new', 'older'],
    ['connect new', 'older'],
    ['connect new', 'newer'],
    ['stop old', 'older'],
  ])('goes on in a second run where one was killed after `%s`, and Docker lists the %s first', async (call, first) => {
    Object.assign(world, { killedAfter: call, isNewerFirst: first === 'newer' })
    const { reads, ends } = await world.replaceUnderLoad(2)
    expect(ends).toEqual([{ status: 'SIGKILL', said: '' }, replaced])
    expect(new Set(reads)).toEqual(new Set([200]))
    expect(world.written).toEqual([...new Set(world.written)])
    expect(world.calls.find((each) => each.startsWith('stop '))).toBe('stop old')
    expect(world.containers).toMatchObject([newer])
  })

  it('leaves the older one alone where the one of a killed run is not healthy any more', async () => {
    world.killedAfter = 'connect new'
    await world.replace()
    world.healthy = 'unhealthy'
    const { reads, writes, ends } = await world.replaceUnderLoad()
    expect(ends).toMatchObject([{ status: 1 }])
    expect(new Set([...reads, ...writes])).toEqual(new Set([200]))
    expect(world.containers).toEqual([old])
  })

  it.each([
    ['none runs', () => old.end()],
    ['the proxy reaches none', async () => void (old.isAttached = false)],
  ])('says what to do, and removes nothing, where %s', async (_what, become) => {
    await become()
    expect(await world.replace()).toEqual({
      status: 1,
      said: 'replace-public-api: no public-api runs that the proxy reaches; docker compose up --detach --force-recreate public-api starts one\n',
    })
    expect(world.calls).toEqual([])
  })

  const tried = ['create new', 'disconnect new', 'start new', 'rm new']
  it.each([
    ['a migration that fails', { migrated: '1' }, []],
    ['a new version that is never healthy', { healthy: 'starting' }, tried],
    ['a new version that is healthy and never ready', { isReady: false }, tried],
  ])('leaves the running one alone after %s', async (_what, faults, calls) => {
    Object.assign(world, faults)
    const { reads, writes, ends } = await world.replaceUnderLoad()
    expect(ends).toMatchObject([{ status: 1 }])
    expect(new Set([...reads, ...writes])).toEqual(new Set([200]))
    expect(world.calls).toEqual(calls)
  })

  it('would be seen to fail where the running one ends first, as by `docker compose up` alone', async () => {
    await old.end()
    expect(await world.ask('GET')).toBe(502)
  })

  it.each(['GET', 'PUT'])('sends a %s to the other one that found nobody', async (method) => {
    await world.openBoth()
    await old.end()
    // One of two comes to the one that has ended.
    for (const _each of [1, 2]) expect(await world.ask(method)).toBe(200)
  })

  it('sends a read to the other one whose replica broke off', async () => {
    await world.openBoth()
    old.breaksOff = true
    for (const _each of [1, 2]) expect(await world.ask('GET')).toBe(200)
  })

  it('sends a write once whose replica broke off', async () => {
    await world.openBoth()
    for (const replica of world.containers) replica.breaksOff = true
    expect(await world.ask('PUT')).toBe(502)
    expect(world.written).toHaveLength(1)
  })
})
