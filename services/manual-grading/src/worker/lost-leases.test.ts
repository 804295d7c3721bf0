import type { FoundSend } from '@course-grading/domain/delivery/verification-verdict'
import { randomUUID } from 'node:crypto'
import { leaseDelivery } from '@course-grading/data/delivery/lease-delivery'
import { reapExpiredLeases } from '@course-grading/data/delivery/reap-expired-leases'
import { recordOutcome } from '@course-grading/data/delivery/record-outcome'
import { startSend } from '@course-grading/data/delivery/start-send'
import { classifySend, type SendPhase } from '@course-grading/domain/delivery/classify-send'
import { describe, expect, it } from 'vitest'
import { openDeliveries, workerDepsOf } from './delivery-under-test.fixture.ts'
import { readBackStep, stopStep } from './send/before-start-steps.ts'
import { openSend } from './send/open-send.ts'
import { recordStep } from './send/record-step.ts'
import { sendStep } from './send/send-steps.ts'
import type { WorkerDeps } from './deps/worker-deps.ts'
import { useWorkers } from './worker-replicas.fixture.ts'

/** It only serves requests. Each test starts the workers that it needs. */
const { service, deliveries } = await openDeliveries({ ROLE: 'api' })

describe('the deliveries of a lost worker', () => {
  const leaseOf = async (deliveryId: string, leaseS: number) => {
    const leased = await leaseDelivery(service.deps.database, { workerId: randomUUID(), leaseS })
    if (leased?.deliveryId !== deliveryId) throw new Error('another one was due')
    return leased
  }

  it('are sent by another worker if nothing had been sent', async () => {
    const submissionId = service.nextSubmissionId()
    const deliveryId = await deliveries.deliveryOf(submissionId)
    const leased = await leaseOf(deliveryId, 0.2)
    await startWorker()
    await deliveries.untilState(deliveryId, 'delivered')
    expect(await deliveries.eventsOf(deliveryId)).toEqual([
      'created',
      'leased',
      'lease_expired',
      'leased',
      'send_started',
      'delivered',
    ])
    expect(await startSend(service.deps.database, { ...leased, openLeaseS: 6 })).toBe(false)
    expect(deliveries.posts(submissionId)).toBe(1)
  })

  it('are given up later from the send start on', async () => {
    const deliveryId = await deliveries.deliveryOf(service.nextSubmissionId())
    const leased = await leaseOf(deliveryId, 5)
    const deps = workerDepsOf(service)
    const times = { ...deps.times, leaseS: 60, openLeaseS: 600 }
    await openSend({ ...deps, times }, leased, { maxPoints: null, graderId: null })
    const left = `SELECT lease_until > clock_timestamp() + interval '9 minutes' AS long FROM delivery WHERE id = $1`
    expect(await service.database.query(left, [deliveryId])).toEqual([{ long: true }])
  })

  it('are ambiguous after the send start, and late outcomes are still recorded', async () => {
    const submissionId = service.nextSubmissionId()
    const deliveryId = await deliveries.deliveryOf(submissionId)
    const leased = await leaseOf(deliveryId, 60)
    await startSend(service.deps.database, { ...leased, openLeaseS: 0.2 })
    const worker = await startWorker()
    expect(await deliveries.untilState(deliveryId, 'ambiguous')).toMatchObject({ kind: 'worker_lost' })
    // The outcome is recorded after the lease has expired.
    await expect
      .poll(() => worker.logLines.some((line) => line.includes('delivery_lease_expired') && line.includes(deliveryId)))
      .toBe(true)
    const isRecorded = await recordOutcome(service.deps.database, {
      ...leased,
      outcome: 'delivered',
      kind: 'accepted',
      phase: 'write_begun',
      status: 200,
      diagnostics: '{}',
    })
    expect([isRecorded, (await deliveries.find(deliveryId)).state, deliveries.posts(submissionId)]).toEqual([
      true,
      'delivered',
      0,
    ])
  })
})

describe('the outcome of a worker whose lease another worker has taken', () => {
  it('is in no metric and no alert, since the other worker decides', async () => {
    const deliveryId = await deliveries.deliveryOf(service.nextSubmissionId())
    const leased = await leaseDelivery(service.deps.database, { workerId: randomUUID(), leaseS: 0 })
    if (leased?.deliveryId !== deliveryId) throw new Error('another one was due')
    await reapExpiredLeases(service.deps.database)
    const never = new AbortController().signal
    const counted: string[] = []
    const deps = {
      ...service.deps,
      ended: never,
      stopping: never,
      times: { leaseS: 60 },
      metrics: {
        ...service.deps.metrics,
        ended: (outcome: string, kind: string) => void counted.push(`${outcome} ${kind}`),
      },
    } as unknown as WorkerDeps
    for (const event of ['capability_gone', 'unreachable'] as const) {
      const stop = { stopped: classifySend('before_start', { event }), seen: null, status: null }
      await recordStep(deps, leased, stopStep(deps, leased, stop))
    }
    await recordStep(deps, leased, readBackStep(deps, leased, found))
    for (const event of [
      { event: 'too_late' },
      { event: 'reply', reply: { status: 200, body: Buffer.from('{"success":true}'), isRequestSent: true } },
    ] as const) {
      const phase: SendPhase = event.event === 'reply' ? 'write_begun' : 'send_started'
      const sent = { ...classifySend(phase, event), phase, status: null, bytes: 0, durationMs: 1, retryAfterS: null }
      await recordStep(deps, leased, sendStep(deps, leased, sent))
    }
    expect(counted).toEqual([])
    const logged = service.logLines
      .filter((line) => line.includes(deliveryId))
      .map((line) => JSON.parse(line) as Record<string, string>)
    expect(logged.map(({ level, event, outcome }) => `${level} ${event} ${outcome}`)).toEqual([
      'warn delivery_refused not_recorded',
      'info delivery_returned lease_expired',
      'info delivery_read_back not_recorded',
      'warn delivery_unsent not_ours',
      'info delivery_delivered not_recorded',
    ])
    expect((await deliveries.find(deliveryId)).state).toBe('pending')
    await startWorker()
    await deliveries.untilState(deliveryId, 'delivered')
  })
})

const { startWorker } = useWorkers(() => service)

const found: FoundSend = {
  verdict: 'read_back',
  sendNumber: 1,
  shown: { status: 'ready', grade: 7, latePenalty: null },
  standing: null,
}
