import { fullRun } from '@course-grading/data/testing/full-run'
import { describe, expect } from 'vitest'
import { waitFor } from '../service-process.ts'
import { it } from './delivery-test.ts'
import { type DeliveryWorld, isFinal } from './delivery-world.ts'
import { judge } from './ledger.ts'
import { stopPointsBeforeStart, deliverUpTo, type StoppedDelivery } from './stop-points.ts'
import { boundedTimes, patientTimes } from './time-limits.ts'

const limitMs = fullRun ? 1_200_000 : 240_000

describe('what goes wrong before the send start', { timeout: limitMs }, () => {
  it('when its worker is killed never makes a delivery ambiguous, and the next worker delivers it', async ({
    world,
  }) => {
    for (let round = 1; round <= count.rounds; round += 1) await playKill(world)
    const [counts] = await world.query<{ kills: number; ambiguous: number }>(`
      SELECT count(*) FILTER (WHERE event = 'lease_expired')::int AS kills,
        count(*) FILTER (WHERE to_state = 'ambiguous')::int AS ambiguous FROM delivery_event`)
    process.stdout.write(`before the send start: ${counts?.kills} deliveries whose worker was killed\n`)
    expect(counts?.ambiguous).toBe(0)
    expect(counts?.kills).toBeGreaterThanOrEqual(count.rounds * count.perStopPoint)
  })
})

/** A round kills one worker that has `perStopPoint` deliveries at each stop point. */
const count = fullRun ? { rounds: 8, perStopPoint: 3 } : { rounds: 1, perStopPoint: 1 }

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
