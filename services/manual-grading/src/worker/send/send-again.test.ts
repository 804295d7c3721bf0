import { randomUUID } from 'node:crypto'
import { leaseDelivery } from '@course-grading/data/delivery/lease-delivery'
import { leaseVerification } from '@course-grading/data/delivery/verification-queries'
import type { FaultAction } from '@course-grading/test-fake-upstream'
import { describe, expect, it } from 'vitest'
import { deliver } from '../deliver.ts'
import { openDeliveries, workerDepsOf } from '../delivery-under-test.fixture.ts'
import { readBackDelivery } from '../verification/read-back.ts'

describe('a delivery that is sent again after an unclear send, and cancelled before the next look', () => {
  it.each<[action: FaultAction, expected: object]>([
    [{ kind: 'drop_answer' }, { upstream: { status: 'ready' }, standing: 'ours' }],
    [{ kind: 'reset_after_body' }, { upstream: null, standing: 'unknown' }],
  ])('is read back after %o, and shows its grade only if that stands upstream', async (action, expected) => {
    const submissionId = service.nextSubmissionId()
    const deliveryId = await deliveries.deliveryOf(submissionId)
    deliveries.atGrade(submissionId, action)
    await attempt(deliveryId)
    await resolveAsSendAgain(deliveryId)
    await service.database.query(
      `UPDATE delivery SET state = 'cancelled', cancelled_as = 'reopened', cancelled_at = now(), not_before = NULL WHERE id = $1`,
      [deliveryId],
    )
    await deliveries.verifyNow(deliveryId)
    const lease = await leaseVerification(deps.database, { leaseS: 60 })
    if (lease?.deliveryId !== deliveryId) throw new Error('nothing was to be verified')
    await readBackDelivery(deps, lease)
    expect(await deliveries.find(deliveryId)).toMatchObject({ state: 'cancelled', ...expected })
    expect(deliveries.posts(submissionId)).toBe(1)
  })
})

describe('a delivery that a person has sent again', () => {
  it.each<[first: keyof typeof firstAttempts, since: keyof typeof meanwhile, expected: object]>([
    ['that may have arrived', 'nothing happens', sent],
    ['that may have arrived', 'its first send appears', readBack],
    ['that may have arrived', 'somebody grades', refused],
    ['that was refused by the reply', 'nothing happens', sent],
    ['that was refused by the reply', 'its first send appears', readBack],
    ['that was refused by the reply', 'somebody grades', refused],
    ["that was refused for a person's grade", 'nothing happens', sent],
    ["that was refused for a person's grade", 'its first send appears', readBack],
    ["that was refused for a person's grade", 'the same person changes the grade', refused],
  ])('%s, is verified before it is sent: when %s', async (first, since, expected) => {
    const submissionId = service.nextSubmissionId()
    const attempted = { submissionId, deliveryId: await deliveries.deliveryOf(submissionId) }
    await firstAttempts[first](attempted)
    const [posts, verifications] = [deliveries.posts(submissionId), deliveries.verifications(submissionId)]
    await resolveAsSendAgain(attempted.deliveryId)
    meanwhile[since](attempted)
    await attempt(attempted.deliveryId)
    expect(await deliveries.find(attempted.deliveryId)).toMatchObject(expected)
    const isSent = expected === sent
    expect([deliveries.posts(submissionId) - posts, deliveries.verifications(submissionId) - verifications]).toEqual(
      isSent ? [1, 2] : [0, 1],
    )
    if (isSent)
      expect(deliveries.upstreamOf(submissionId).gradingData).toMatchObject({
        delivery_id: `${attempted.deliveryId}.2`,
      })
  })
})

/** It only serves requests. The test makes each attempt, so that something can happen upstream between two of them. */
const { service, deliveries } = await openDeliveries({ ROLE: 'api' })
const deps = workerDepsOf(service)

interface Attempted {
  readonly submissionId: number
  readonly deliveryId: string
}

async function attempt(deliveryId: string): Promise<void> {
  const leased = await leaseDelivery(deps.database, { workerId: randomUUID(), leaseS: 60 })
  if (leased?.deliveryId !== deliveryId) throw new Error('something else was due')
  await deliver(deps, leased)
}

async function resolveAsSendAgain(deliveryId: string): Promise<void> {
  const { outcome } = await service.sendAgain(deliveryId)
  if (outcome !== 'resolved') throw new Error(outcome)
}

const gradedBy = (submissionId: number, graderId: number, change: object = {}): void => {
  Object.assign(deliveries.upstreamOf(submissionId), {
    status: 'ready',
    grade: 17,
    gradedAtMs: Date.UTC(2026, 10, 2, 12),
    graderId,
    ...change,
  })
}

/** The outcome of a first attempt. */
const firstAttempts = {
  'that may have arrived': async ({ submissionId, deliveryId }) => {
    deliveries.atGrade(submissionId, { kind: 'reset_after_body' })
    await attempt(deliveryId)
    expect(await deliveries.find(deliveryId)).toMatchObject({ state: 'ambiguous', kind: 'closed' })
  },
  'that was refused by the reply': async ({ submissionId, deliveryId }) => {
    deliveries.atGrade(submissionId, { kind: 'status', status: 404 })
    await attempt(deliveryId)
    expect(await deliveries.find(deliveryId)).toMatchObject({ state: 'refused', kind: 'rejected' })
  },
  "that was refused for a person's grade": async ({ submissionId, deliveryId }) => {
    gradedBy(submissionId, 101)
    await attempt(deliveryId)
    expect(await deliveries.find(deliveryId)).toMatchObject({
      state: 'refused',
      kind: 'graded_elsewhere',
      seenUpstream: { grade: 17 },
    })
  },
} satisfies Record<string, (attempted: Attempted) => Promise<void>>

/** What happens upstream between the decision to send again and the next attempt. */
const meanwhile = {
  'nothing happens': () => {},
  'its first send appears': ({ submissionId, deliveryId }) =>
    void Object.assign(deliveries.upstreamOf(submissionId), {
      status: 'ready',
      grade: 12,
      gradedAtMs: Date.UTC(2026, 10, 3, 12),
      gradingData: { delivery_id: `${deliveryId}.1` },
    }),
  'somebody grades': ({ submissionId }) => gradedBy(submissionId, 102, { gradedAtMs: Date.UTC(2026, 10, 3, 12) }),
  'the same person changes the grade': ({ submissionId }) => gradedBy(submissionId, 101, { grade: 18 }),
} satisfies Record<string, (attempted: Attempted) => void>

const readBack = {
  state: 'delivered',
  confirmedBy: 'read_back',
  upstream: { status: 'ready', grade: 12 },
  standing: 'ours',
}
const refused = { state: 'refused', kind: 'graded_elsewhere' }
const sent = { state: 'delivered', confirmedBy: 'answer' }
