import { describe, expect, onTestFinished } from 'vitest'
import { returnToPending } from './before-start-queries.ts'
import { holdDeliveries, resumeDeliveries } from './delivery-control-queries.ts'
import { listenForDeliveries } from './listen-for-deliveries.ts'
import { releaseDelivery } from './release-delivery.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'

const it = testIn(openWorld)

describe('listenForDeliveries', () => {
  it('reports each step by which a delivery becomes due, after its commit', async ({ world }) => {
    const { calls } = await world.listen('listens')
    await world.pending()
    await heard(calls, 2)
    const id = await world.complete(await world.registered(), 'held', { isReleased: true })
    await world.database.transaction((tx) => releaseDelivery(tx, { deliveryId: id, courseId: null, byUserId: null }))
    await heard(calls, 3)
    const { deliveryId } = await world.sent('refused')
    await heard(calls, 4)
    await world.resolve(deliveryId, 'send_again')
    await heard(calls, 5)
    await holdDeliveries(world.database, { reason: 'r' })
    await resumeDeliveries(world.database)
    await heard(calls, 6)
  })

  it('reports nothing about deliveries that are held or not due yet', async ({ world }) => {
    const mine = await world.leased()
    const { calls } = await world.listen('hears nothing')
    await world.held()
    await returnToPending(world.database, { ...mine, kind: 'unreachable', delayMs: 60_000, isFailure: true })
    // Notices come in the order of the commits: had there been one before, it would have been the second.
    await world.pending()
    await heard(calls, 2)
    await world.pending()
    await heard(calls, 3)
  })

  it('listens again after a lost connection, and then calls `onPending` since it may have missed a delivery', async ({
    world,
  }) => {
    const { calls } = await world.listen('loses its connection')
    await world.owner.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'loses its connection'",
    )
    await heard(calls, 2)
    await world.pending()
    await heard(calls, 3)
  })

  it('holds no connection after `close`, also if it never had one', async ({ world }) => {
    const { listener } = await world.listen('is closed')
    await listener.close()
    await expect
      .poll(
        async () =>
          (await world.owner.query("SELECT FROM pg_stat_activity WHERE application_name = 'is closed'")).rowCount,
      )
      .toBe(0)
    const never = listenForDeliveries({
      url: 'postgres://nobody@127.0.0.1:1/x',
      applicationName: 'never',
      onPending: () => {},
    })
    await never.close()
  })
})

async function openWorld() {
  const grading = await openGrading()
  /** Counts the calls of `onPending`, from when it listens. */
  async function listen(applicationName: string) {
    let calls = 0
    const listener = listenForDeliveries({
      url: grading.testDatabase.urls.manualGrading,
      applicationName,
      onPending: () => void (calls += 1),
    })
    onTestFinished(() => listener.close())
    await expect.poll(() => calls).toBe(1)
    return { listener, calls: () => calls }
  }
  return { ...grading, listen }
}

const heard = (calls: () => number, times: number) => expect.poll(calls).toBe(times)
