import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { openGrading } from '../testing/a-delivery.ts'
import { returnToPending } from './before-start-queries.ts'
import { holdDeliveries, resumeDeliveries } from './delivery-control-queries.ts'
import { listenForDeliveries } from './listen-for-deliveries.ts'
import { releaseDelivery } from './release-delivery.ts'

const grading = await openGrading()
const { database, owner } = grading
afterAll(() => grading.close())

/** Counts what it is told, from when it listens. */
async function listen(applicationName: string) {
  let told = 0
  const listener = listenForDeliveries({
    url: grading.testDatabase.urls.manualGrading,
    applicationName,
    onPending: () => void (told += 1),
  })
  onTestFinished(() => listener.close())
  await expect.poll(() => told).toBe(1)
  return { listener, told: () => told }
}

const heard = (told: () => number, times: number) => expect.poll(told).toBe(times)

describe('listenForDeliveries', () => {
  it('tells of each way by which a delivery becomes due, once it is committed', async () => {
    const { told } = await listen('listens')
    await grading.pending()
    await heard(told, 2)
    const id = await grading.held()
    await releaseDelivery(database, { deliveryId: id, courseId: null, byUserId: null })
    await heard(told, 3)
    const { deliveryId } = await grading.ended('refused')
    await heard(told, 4)
    await grading.resolve(deliveryId, 'send_again')
    await heard(told, 5)
    await holdDeliveries(database, { reason: 'r' })
    await resumeDeliveries(database)
    await heard(told, 6)
  })

  it('is silent about what is held, and what waits for its time', async () => {
    const mine = await grading.leased()
    const { told } = await listen('hears nothing')
    await grading.held()
    await returnToPending(database, { ...mine, kind: 'unreachable', delayMs: 60_000, isFailure: true })
    // Notices come in the order of the commits: had there been one before, it would have been the second.
    await grading.pending()
    await heard(told, 2)
    await grading.pending()
    await heard(told, 3)
  })

  it('listens again after its connection was lost, and says that it may have missed something', async () => {
    const { told } = await listen('loses its connection')
    await owner.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'loses its connection'",
    )
    await heard(told, 2)
    await grading.pending()
    await heard(told, 3)
  })

  it('holds no connection once it is closed, and none that it never had', async () => {
    const { listener } = await listen('is closed')
    await listener.close()
    await expect
      .poll(
        async () => (await owner.query("SELECT FROM pg_stat_activity WHERE application_name = 'is closed'")).rowCount,
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
