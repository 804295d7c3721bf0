import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isInPath } from './programs-in-path.ts'
import { clients, startWorld, type World } from './replica-world.ts'

const hasNginx = isInPath('nginx')
const replaced = { status: 0, said: 'replace-public-api: replaced\n' }

describe.skipIf(!hasNginx)(`replace-public-api.sh${hasNginx ? '' : ' (left out: there is no nginx)'}`, () => {
  let world: World
  beforeEach(async () => {
    world = await startWorld()
  })
  afterEach(() => world.stop())

  it('leaves no read without its reply, and sends no write twice', async () => {
    const replies = world.askUntil(world.replace())
    expect(await replies.ended).toEqual(replaced)
    await replies.stopped
    expect(new Set(replies.reads)).toEqual(new Set([200]))
    expect(replies.reads.length).toBeGreaterThan(50)
    // In the instant in which the old one closes, each client may have a write in its queue.
    expect(replies.writes.filter((status) => status !== 200).length).toBeLessThanOrEqual(clients)
    expect(world.written).toEqual([...new Set(world.written)])
    expect([world.old.requests > 10, world.left()[0]!.requests > 10]).toEqual([true, true])
    expect(world.calls).toEqual(['create new', 'disconnect new', 'start new', 'connect new', 'stop old', 'rm old'])
  })

  it('replaces again in a second run', async () => {
    await world.replace()
    const replies = world.askUntil(world.replace())
    expect(await replies.ended).toEqual(replaced)
    await replies.stopped
    expect(new Set(replies.reads)).toEqual(new Set([200]))
    expect(world.left()).toMatchObject([{ name: 'newer', isRunning: true, isAttached: true, isOpen: true }])
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
    const replies = world.askUntil(world.replaceTwice())
    expect(await replies.ended).toEqual([{ status: 'SIGKILL', said: '' }, replaced])
    await replies.stopped
    expect(new Set(replies.reads)).toEqual(new Set([200]))
    expect(world.written).toEqual([...new Set(world.written)])
    expect(world.calls.find((call) => call.startsWith('stop '))).toBe('stop old')
    expect(world.left()).toMatchObject([{ name: 'newer', isRunning: true, isAttached: true, isOpen: true }])
  })

  it('leaves the older one alone where the one of a killed run is not healthy any more', async () => {
    world.killedAfter = 'connect new'
    await world.replace()
    world.healthy = 'unhealthy'
    const replies = world.askUntil(world.replace())
    expect((await replies.ended).status).toBe(1)
    await replies.stopped
    expect(new Set([...replies.reads, ...replies.writes])).toEqual(new Set([200]))
    expect(world.left().map(({ name }) => name)).toEqual(['old'])
  })

  it.each([
    ['none runs', () => world.old.end()],
    ['the proxy reaches none', async () => void (world.old.isAttached = false)],
  ])('says what to do, and removes nothing, where %s', async (_what, become) => {
    await become()
    expect(await world.replace()).toEqual({
      status: 1,
      said: 'replace-public-api: no public-api runs that the proxy reaches; docker compose up --detach --force-recreate public-api starts one\n',
    })
    expect(world.calls).toEqual([])
  })

  it.each([
    ['a migration that fails', { migrated: '1' }, []],
    [
      'a new version that is never healthy',
      { healthy: 'starting' },
      ['create new', 'disconnect new', 'start new', 'rm new'],
    ],
    [
      'a new version that is healthy and never ready',
      { isReady: false },
      ['create new', 'disconnect new', 'start new', 'rm new'],
    ],
  ])('leaves the running one alone after %s', async (_what, faults, calls) => {
    Object.assign(world, faults)
    const replies = world.askUntil(world.replace())
    expect((await replies.ended).status).toBe(1)
    await replies.stopped
    expect(new Set([...replies.reads, ...replies.writes])).toEqual(new Set([200]))
    expect(world.calls).toEqual(calls)
  })

  it('would be seen to fail where the running one ends first, as by `docker compose up` alone', async () => {
    await world.old.end()
    expect(await world.ask('GET')).toBe(502)
  })

  it.each(['GET', 'PUT'])('sends a %s to the other one that found nobody', async (method) => {
    await world.openBoth()
    await world.old.end()
    // One of two comes to the one that has ended.
    for (const _each of [1, 2]) expect(await world.ask(method)).toBe(200)
  })

  it('sends a read to the other one whose replica broke off', async () => {
    await world.openBoth()
    world.old.breaksOff = true
    for (const _each of [1, 2]) expect(await world.ask('GET')).toBe(200)
  })

  it('sends a write once whose replica broke off', async () => {
    await world.openBoth()
    for (const replica of world.left()) replica.breaksOff = true
    expect(await world.ask('PUT')).toBe(502)
    expect(world.written).toHaveLength(1)
  })
})
