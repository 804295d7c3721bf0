import { afterAll, describe, expect, it } from 'vitest'
import { fullRun } from '../full-run.ts'
import { waitFor } from '../service-process.ts'
import { startDatabaseProxy } from './database-proxy.ts'
import { type DeliveryRow, type DeliveryWorld, startDeliveryWorld } from './delivery-world.ts'
import { judge } from './ledger.ts'
import { placesBeforeStart, standAt, type Standing } from './places-before-the-start.ts'
import { boundedTimes, patientTimes } from './time-limits.ts'
import { beforeStartCases, type TransportCase } from './transport-cases.ts'

/** Each round of faults is every one that ends before the send start; each round of kills one worker that has so many at each place. */
const count = fullRun
  ? { faultRounds: 5, killRounds: 8, atEachPlace: 3, least: 500 }
  : { faultRounds: 1, killRounds: 1, atEachPlace: 1, least: 30 }
const limitMs = fullRun ? 1_200_000 : 240_000

const worlds: DeliveryWorld[] = []
const refusedOrMoved: DeliveryRow[] = []
const happened = { faults: 0, kills: 0 }

async function openWorld(): Promise<DeliveryWorld> {
  const world = await startDeliveryWorld()
  worlds.push(world)
  return world
}
afterAll(() => Promise.all(worlds.map((world) => world.close())), 60_000)

/** What ended attempts before the send start in this world, and what it called unclear. */
async function counted({
  query,
}: DeliveryWorld): Promise<{ readonly faults: number; readonly kills: number; readonly unclear: number }> {
  const [row] = await query<{ faults: number; kills: number; unclear: number }>(`
    SELECT count(*) FILTER (WHERE event IN ('returned', 'refused'))::int AS faults, count(*) FILTER (WHERE event = 'lease_expired')::int AS kills,
      count(*) FILTER (WHERE to_state = 'ambiguous')::int AS unclear FROM delivery_event`)
  return row!
}

/** Nothing more is wanted of those that are at rest. */
const park = ({ query }: DeliveryWorld) => query("UPDATE delivery SET not_before = 'infinity' WHERE state = 'pending'")

describe('what goes wrong before the send start', { timeout: limitMs }, () => {
  it('by its peer, its address or its capability, is never called unclear, and nothing of it is sent', async () => {
    const world = await openWorld()
    const everything = (await beforeStartCases(world)).filter(({ state }) => state !== 'delivered')
    // The transport table has them all in any run.
    const cases = everything.filter((_, index) => fullRun || index % 3 === 0)
    await world.worker({ ...boundedTimes, DELIVERY_CONCURRENCY: '60', DATABASE_POOL_MAX: '20' })
    for (let round = 1; round <= count.faultRounds; round += 1) await playFaults(world, cases)
    const { faults, unclear } = await counted(world)
    happened.faults += faults
    expect(unclear).toBe(0)
    expect(faults).toBeGreaterThanOrEqual(count.faultRounds * cases.length)
  })

  it('by the death of its worker, is never called unclear, and the next worker brings it', async () => {
    const world = await openWorld()
    for (let round = 1; round <= count.killRounds; round += 1) await playKill(world)
    const { faults, kills, unclear } = await counted(world)
    happened.faults += faults
    happened.kills += kills
    expect(unclear).toBe(0)
    expect(kills).toBeGreaterThanOrEqual(count.killRounds * count.atEachPlace)
  })

  it('happened so often that it would have shown', () => {
    const { faults, kills } = happened
    process.stdout.write(
      `before the send start: ${faults} faults and ${kills} deliveries whose worker was killed, none of them unclear\n`,
    )
    expect(faults + kills).toBeGreaterThanOrEqual(count.least)
    expect(refusedOrMoved.filter(({ state }) => state === 'ambiguous')).toEqual([])
  })
})

const told = ({ events }: DeliveryRow): boolean => events.some((event) => /^(returned|refused)/.test(event))

async function playFaults(world: DeliveryWorld, cases: readonly TransportCase[]): Promise<void> {
  const begun: { readonly each: TransportCase; readonly id: string }[] = []
  for (const each of cases) {
    each.behaving?.peer.play(each.behaving.play)
    begun.push({ each, id: (await world.deliver(each.request)).id })
  }
  const ids = begun.map(({ id }) => id)
  const rows = await world.until('every attempt to end', ids, told, limitMs)
  const wrong = rows.flatMap(({ events }, index) =>
    events.includes(begun[index]!.each.step) ? [] : [`${begun[index]!.each.title}: ${events.join(' ')}`],
  )
  expect([
    wrong,
    judge(world.ledger, rows),
    world.ledger.begun.filter((id) => rows.some((row) => row.submissionId === id)),
  ]).toEqual([[], [], []])

  for (const { each } of begun) each.behaving?.peer.play({})
  const helped = begun.filter(({ each }) => each.behaving !== null && each.state === 'pending').map(({ id }) => id)
  await world.query("UPDATE delivery SET not_before = clock_timestamp() WHERE state = 'pending' AND id = ANY ($1)", [
    helped,
  ])
  const arrived = await world.until('what was helped to arrive', helped, ({ state }) => state === 'delivered', limitMs)
  await park(world)
  refusedOrMoved.push(...rows)
  expect(judge(world.ledger, arrived)).toEqual([])
}

async function playKill(world: DeliveryWorld): Promise<void> {
  const proxy = await startDatabaseProxy(world.databaseUrl)
  const standing: Standing[] = []
  const places = placesBeforeStart.flatMap((place) =>
    Array.from({ length: place.isLoop ? 1 : count.atEachPlace }, () => place),
  )
  for (const place of places) {
    const peer = await world.peer(place.scheme === 'https' ? world.certificate() : undefined)
    standing.push(await standAt(place, peer, proxy, world))
  }
  const victim = await world.worker({ ...patientTimes, DATABASE_URL: proxy.url, DATABASE_POOL_MAX: '24' })
  // Its loop stands still as soon as one of these is where it shall be.
  for (const group of [standing.filter(({ place }) => !place.isLoop), standing.filter(({ place }) => place.isLoop)]) {
    for (const { id } of group) await world.release(id)
    for (const { place, isThere } of group)
      await waitFor(`one that stands where ${place.title}`, limitMs, () => isThere() || undefined)
  }
  victim.signal('SIGKILL')
  await victim.exited
  // What had not left the worker never does.
  await proxy.close()
  for (const { peer } of standing) peer.play({})
  const ids = standing.map(({ id }) => id)
  await world.query("UPDATE delivery SET lease_until = clock_timestamp() WHERE state = 'sending' AND id = ANY ($1)", [
    ids,
  ])
  await world.worker(boundedTimes)
  await world.query("UPDATE delivery SET not_before = clock_timestamp() WHERE state = 'pending' AND id = ANY ($1)", [
    ids,
  ])
  const rows = await world.until(
    'everything at rest after a kill',
    ids,
    ({ state }) => state !== 'sending' && state !== 'pending',
    limitMs,
  )
  expect(rows.map(({ state }, index) => [standing[index]?.place.title, state])).toEqual(
    standing.map(({ place }) => [place.title, place.afterKill]),
  )
  expect(judge(world.ledger, rows)).toEqual([])
  refusedOrMoved.push(...rows)
  await world.killWorkers()
}
