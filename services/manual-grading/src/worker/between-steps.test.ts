import { randomUUID } from 'node:crypto'
import { holdDeliveries, resumeDeliveries } from '@course-grading/data/delivery/delivery-control-queries'
import { leaseDelivery } from '@course-grading/data/delivery/lease-delivery'
import { leaseVerification } from '@course-grading/data/delivery/verification-queries'
import { DatabaseUnavailable } from '@course-grading/domain/errors/database-unavailable'
import type { FreshConnection } from '@course-grading/outbound'
import { describe, expect, it } from 'vitest'
import { deliver } from './deliver.ts'
import { openDeliveries, workerDepsOf } from './delivery-under-test.fixture.ts'
import { createOriginSlots } from './lease/origin-slots.ts'
import { readBackDelivery } from './verification/read-back.ts'
import type { WorkerDeps } from './deps/worker-deps.ts'

/** It only serves requests. The test runs each step of the worker, so that something can happen between two of them. */
const { service, deliveries } = await openDeliveries({ ROLE: 'api' })

describe('deliver', () => {
  it('starts no send if the process begins to stop while it connects', async () => {
    const { submissionId, deliveryId, leased } = await lease(3001)
    const stopping = new AbortController()
    const connections: FreshConnection[] = []
    await deliver(
      depsWith({
        stopping: stopping.signal,
        callbacks: {
          ...callbacks,
          connect: async (target, signal) => {
            const connection = await callbacks.connect(target, signal)
            connections.push(connection)
            stopping.abort()
            return connection
          },
        },
      }),
      leased,
    )
    expect(await deliveries.find(deliveryId)).toMatchObject({ state: 'pending', kind: 'stopped', sends: [] })
    expect(await deliveries.eventsOf(deliveryId)).toEqual(['created', 'leased', 'returned'])
    expect([deliveries.posts(submissionId), connections.map(({ socket }) => socket.destroyed)]).toEqual([0, [true]])
    // Remaining deliveries must not be due in the next test.
    await service.database.query("UPDATE delivery SET not_before = now() + interval '1 day' WHERE id = $1", [
      deliveryId,
    ])
  })
})

describe('deliver, with a hold between the verification and the send start', () => {
  it('returns its lease at once, and counts no failure', async () => {
    const { submissionId, deliveryId, leased } = await lease(3003)
    await deliver(
      depsWith({
        callbacks: {
          ...callbacks,
          verify: async (target, signal) => {
            const reply = await callbacks.verify(target, signal)
            await holdDeliveries(service.deps.database, { reason: 'restored' })
            return reply
          },
        },
      }),
      leased,
    )
    expect(await deliveries.find(deliveryId)).toMatchObject({ state: 'pending', kind: 'stopped', sends: [] })
    expect([await deliveries.eventsOf(deliveryId), deliveries.posts(submissionId)]).toEqual([
      ['created', 'leased', 'returned'],
      0,
    ])
    expect(await service.database.query('SELECT failures FROM delivery WHERE id = $1', [deliveryId])).toEqual([
      { failures: 0 },
    ])
    await resumeDeliveries(service.deps.database)
    await service.database.query("UPDATE delivery SET not_before = now() + interval '1 day' WHERE id = $1", [
      deliveryId,
    ])
  })
})

describe('deliver, if the allowed callbacks have changed since the registration', () => {
  it('makes the delivery refused, and sends no request', async () => {
    const { submissionId, deliveryId, leased } = await lease(3004)
    await deliver(
      depsWith({ allowed: [{ pattern: 'https://plus.example.org/api/v2/submissions/*/grader', cidr: undefined }] }),
      leased,
    )
    expect(await deliveries.find(deliveryId)).toMatchObject({ state: 'refused', kind: 'not_allowed' })
    expect([deliveries.verifications(submissionId), deliveries.posts(submissionId)]).toEqual([0, 0])
  })
})

describe("deliver, if the database's reply to the send start is lost", () => {
  it('requests the send start once, sends nothing, and records the send as unsent', async () => {
    const { database } = service.deps
    const { submissionId, deliveryId, leased } = await lease(3005)
    let asked = 0
    await deliver(
      depsWith({
        database: {
          ...database,
          maybeOne: async (query) => {
            const row = await database.maybeOne(query)
            if (query.name !== 'startSend') return row
            asked += 1
            throw new DatabaseUnavailable()
          },
        },
      }),
      leased,
    )
    expect([asked, deliveries.posts(submissionId)]).toEqual([1, 0])
    expect(await deliveries.find(deliveryId)).toMatchObject({ state: 'pending', kind: 'start_unknown' })
    expect(await deliveries.eventsOf(deliveryId)).toEqual(['created', 'leased', 'send_started', 'unsent'])
    await service.database.query("UPDATE delivery SET not_before = now() + interval '1 day' WHERE id = $1", [
      deliveryId,
    ])
  })
})

describe('readBackDelivery', () => {
  it('sends no request if the allowed callbacks have changed since the registration', async () => {
    const { submissionId, deliveryId, leased } = await leaseReadBack(3006)
    await readBackDelivery(depsWith({ allowed: [] }), leased)
    expect([await deliveries.find(deliveryId), deliveries.verifications(submissionId)]).toMatchObject([
      { state: 'ambiguous' },
      0,
    ])
    expect((await deliveries.eventsOf(deliveryId)).at(-1)).toBe('verification_failed')
  })

  it('verifies in one of the slots of the origin, and releases the slot', async () => {
    const { submissionId, deliveryId, leased } = await leaseReadBack(3002)
    const slots = createOriginSlots(1)
    const full: (readonly string[])[] = []
    await readBackDelivery(
      depsWith({
        slots,
        callbacks: {
          ...callbacks,
          verify: async (target, signal) => {
            full.push(slots.full())
            return await callbacks.verify(target, signal)
          },
        },
      }),
      leased,
    )
    expect([full, slots.full(), deliveries.verifications(submissionId)]).toEqual([[[service.upstream.url]], [], 1])
    expect(await deliveries.eventsOf(deliveryId)).toEqual([
      'created',
      'leased',
      'send_started',
      'ambiguous',
      'verified',
    ])
  })
})

const { callbacks } = workerDepsOf(service)

const depsWith = (change: Partial<WorkerDeps>): WorkerDeps => workerDepsOf(service, change)

/** A delivery that a worker has leased. */
async function lease(submissionId: number) {
  const deliveryId = await deliveries.deliveryOf(submissionId)
  const leased = await leaseDelivery(service.deps.database, { workerId: randomUUID(), leaseS: 60 })
  if (leased === null) throw new Error('nothing was due')
  return { submissionId, deliveryId, leased }
}

/** A delivery whose verification a worker has leased, since it is unknown whether it arrived. */
async function leaseReadBack(submissionId: number) {
  const deliveryId = await deliveries.deliveryOf(submissionId)
  await service.putAmbiguous(deliveryId)
  await deliveries.verifyNow(deliveryId)
  const leased = await leaseVerification(service.deps.database, { leaseS: 60 })
  if (leased === null) throw new Error('nothing was to be verified')
  return { submissionId, deliveryId, leased }
}
