import { fullRun } from '@course-grading/data/testing/full-run'
import { describe, expect } from 'vitest'
import { waitFor } from '../service-process.ts'
import { it } from './delivery-test.ts'
import { type DeliveryRow, type DeliveryWorld, firstKey, isFinal } from './delivery-world.ts'
import { judge } from './ledger.ts'
import { stopPointsBeforeStart, deliverUpTo, type StoppedDelivery } from './stop-points.ts'
import { boundedTimes, patientTimes } from './time-limits.ts'
import { beforeStartCases, type TransportCase } from './transport-cases.ts'

const limitMs = fullRun ? 1_200_000 : 240_000

describe('what goes wrong before the send start', { timeout: limitMs }, () => {
  it('at the peer, the address or the capability never makes a delivery ambiguous, and nothing is sent', async ({
    world,
  }) => {
    const everything = (await beforeStartCases(world)).filter(({ state }) => state !== 'delivered')
    // The transport table plays all of them in every run.
    const cases = everything.filter((_, index) => fullRun || index % 3 === 0)
    await world.worker({ ...boundedTimes, DELIVERY_CONCURRENCY: '60', DATABASE_POOL_MAX: '20' })
    for (let round = 1; round <= count.faultRounds; round += 1) await playFaults(world, cases)
    const { faults, ambiguous } = await counted(world)
    expect(ambiguous).toBe(0)
    expect(faults).toBeGreaterThanOrEqual(count.faultRounds * cases.length)
  })

  it('when its worker is killed never makes a delivery ambiguous, and the next worker delivers it', async ({
    world,
  }) => {
    for (let round = 1; round <= count.killRounds; round += 1) await playKill(world)
    const { kills, ambiguous } = await counted(world)
    expect(ambiguous).toBe(0)
    expect(kills).toBeGreaterThanOrEqual(count.killRounds * count.perStopPoint)
  })

  it('happened often enough to find a rare mistake', async ({ world }) => {
    const { faults, kills } = await counted(world)
    process.stdout.write(
      `before the send start: ${faults} faults and ${kills} deliveries whose worker was killed, none of them ambiguous\n`,
    )
    expect(faults + kills).toBeGreaterThanOrEqual(count.min)
  })
})

/**
 * A round of faults plays every fault that ends before the send start. A round of kills kills one worker that has `perStopPoint` deliveries
 * at each stop point.
 */
const count = fullRun
  ? { faultRounds: 5, killRounds: 8, perStopPoint: 3, min: 500 }
  : { faultRounds: 1, killRounds: 1, perStopPoint: 1, min: 30 }

const hasEndedAttempt = ({ events }: DeliveryRow): boolean => events.some((event) => /^(returned|refused)/.test(event))

async function playFaults(world: DeliveryWorld, cases: readonly TransportCase[]): Promise<void> {
  const begun: { readonly each: TransportCase; readonly id: string }[] = []
  for (const each of cases) {
    each.behaving?.peer.play(each.behaving.play)
    begun.push({ each, id: (await world.deliver(each.request)).id })
  }
  const ids = begun.map(({ id }) => id)
  const rows = await world.until('every attempt to end', ids, hasEndedAttempt, limitMs)
  const wrong = rows.flatMap(({ events }, index) =>
    events.includes(begun[index]!.each.step) ? [] : [`${begun[index]!.each.title}: ${events.join(' ')}`],
  )
  expect(wrong).toEqual([])
  expect(judge(world.ledger, rows)).toEqual([])
  expect(world.ledger.begun.filter((id) => rows.some((row) => row.submissionId === id))).toEqual([])

  for (const { each } of begun) each.behaving?.peer.play({})
  const repaired = begun.filter(({ each }) => each.behaving !== null && each.state === 'pending').map(({ id }) => id)
  await world.query("UPDATE delivery SET not_before = clock_timestamp() WHERE state = 'pending' AND id = ANY ($1)", [
    repaired,
  ])
  const arrived = await world.until('what was repaired to arrive', repaired, 'delivered', limitMs)
  await park(world)
  expect(judge(world.ledger, arrived)).toEqual([])
}

async function playKill(world: DeliveryWorld): Promise<void> {
  const proxy = await world.proxy()
  const stopped: StoppedDelivery[] = []
  const stopPoints = stopPointsBeforeStart.flatMap((stopPoint) =>
    Array.from({ length: stopPoint.isLoop ? 1 : count.perStopPoint }, () => stopPoint),
  )
  for (const stopPoint of stopPoints) {
    const peer = await world.peer(stopPoint.scheme === 'https' ? world.certificate() : undefined)
    stopped.push(await deliverUpTo(stopPoint, peer, proxy, world))
  }
  const victim = await world.worker({ ...patientTimes, DATABASE_URL: proxy.url, DATABASE_POOL_MAX: '24' })
  // The worker's loop stops as soon as one delivery is at a stop point of the loop, so those come last.
  for (const group of [
    stopped.filter(({ stopPoint }) => !stopPoint.isLoop),
    stopped.filter(({ stopPoint }) => stopPoint.isLoop),
  ]) {
    for (const { id } of group) await world.release(id)
    for (const { stopPoint, isThere } of group)
      await waitFor(`a delivery at the stop point: ${stopPoint.title}`, () => isThere(), limitMs)
  }
  victim.signal('SIGKILL')
  await victim.exited
  // Statements that the proxy still holds never reach the database.
  await proxy.close()
  for (const { peer } of stopped) peer.play({})
  const ids = stopped.map(({ id }) => id)
  await world.query("UPDATE delivery SET lease_until = clock_timestamp() WHERE state = 'sending' AND id = ANY ($1)", [
    ids,
  ])
  await world.worker(boundedTimes)
  await world.query("UPDATE delivery SET not_before = clock_timestamp() WHERE state = 'pending' AND id = ANY ($1)", [
    ids,
  ])
  const rows = await world.until('every delivery to reach a final state after a kill', ids, isFinal, limitMs)
  expect(rows.map(({ state }, index) => [stopped[index]?.stopPoint.title, state])).toEqual(
    stopped.map(({ stopPoint }) => [stopPoint.title, stopPoint.afterKill]),
  )
  expect(judge(world.ledger, rows)).toEqual([])
  await world.killWorkers()
}

/** How many attempts faults and kills ended before the send start in this world, and how many deliveries became ambiguous. */
async function counted({
  query,
}: DeliveryWorld): Promise<{ readonly faults: number; readonly kills: number; readonly ambiguous: number }> {
  const [row] = await query<{ faults: number; kills: number; ambiguous: number }>(`
    SELECT count(*) FILTER (WHERE event IN ('returned', 'refused'))::int AS faults, count(*) FILTER (WHERE event = 'lease_expired')::int AS kills,
      count(*) FILTER (WHERE to_state = 'ambiguous')::int AS ambiguous FROM delivery_event`)
  return row!
}

/** Makes sure that no worker leases the pending deliveries of earlier rounds again, or misses a key of theirs. */
async function park({ query }: DeliveryWorld): Promise<void> {
  await query("UPDATE delivery SET not_before = 'infinity' WHERE state = 'pending'")
  await query('UPDATE capability SET sealed_url = NULL WHERE key_id <> $1', [firstKey.id])
}
