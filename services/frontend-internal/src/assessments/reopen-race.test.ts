import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Database } from '@course-grading/data/db/database'
import { leaseDelivery } from '@course-grading/data/delivery/lease-delivery'
import { recordOutcome } from '@course-grading/data/delivery/record-outcome'
import { startSend } from '@course-grading/data/delivery/start-send'
import { describe, expect } from 'vitest'
import { itOnExamples, type TestService } from '../service-test.fixture.ts'

const it = itOnExamples.extend('worker', ({ service }) => service.databaseAs('manualGrading'))

describe('reopenAssessment beside the worker', () => {
  it(
    'comes before the send or after its end, and never in between',
    { timeout: 120_000 },
    async ({ service, assessments, worker }) => {
      const seen = new Set<string>()
      const isSeenBoth = () => seen.has('200 : cancelled') && [...seen].some((each) => each.includes('delivery_'))
      for (let round = 0; round < 9 || (round < 60 && !isSeenBoth()); round += 1) {
        const outcome = (['delivered', 'refused', 'ambiguous'] as const)[round % 3] ?? 'delivered'
        const id = await assessments.completed()
        await assessments.putDelivery(id, 'pending')
        const [reply, isSent] = await Promise.all([
          setTimeout(round % 10).then(() => assessments.post(id, 'reopen', { body: { reason: 'Once more.' } })),
          send(worker, outcome),
        ])
        const found = await lastOf(service, id)
        const { code = '' } = reply.ok ? {} : ((await reply.json()) as { code: string })
        seen.add(`${reply.status} ${code}: ${String(found?.['state'])}`)
        // A grade that was sent is never cancelled; only one that was not sent, or that was surely refused, is.
        expect(found).toEqual({
          state: reply.ok && (!isSent || outcome === 'refused') ? 'cancelled' : outcome,
          withdrawn: reply.ok,
          sends: isSent ? 1 : 0,
        })
        if (reply.ok) expect(outcome === 'ambiguous' && isSent).toBe(false)
        else expect(['delivery_pending', 'delivery_ambiguous']).toContain(code)
        // Remaining deliveries must not be due in later rounds.
        await service.sql`UPDATE delivery SET not_before = now() + interval '1 day' WHERE state = 'pending'`
      }
      expect(isSeenBoth(), [...seen].join(', ')).toBe(true)
    },
  )
})

/** Sends a delivery that is due, as a worker does. Returns whether there was one. */
async function send(worker: Database, outcome: 'delivered' | 'refused' | 'ambiguous'): Promise<boolean> {
  const lease = await leaseDelivery(worker, { workerId: randomUUID(), leaseS: 60 })
  if (lease === null || !(await startSend(worker, { ...lease, openLeaseS: 65 }))) return false
  const record = { kind: 'timeout', phase: 'write_begun', status: 200, diagnostics: '{}' } as const
  if (!(await recordOutcome(worker, { ...lease, ...record, outcome }))) throw new Error('the outcome was not recorded')
  return true
}

const lastOf = async (service: TestService, id: string) =>
  (
    await service.sql`SELECT delivery.state, completed_result.withdrawn_at IS NOT NULL AS withdrawn,
        (SELECT count(*)::int FROM delivery_send WHERE delivery_id = delivery.id AND started_at IS NOT NULL) AS sends
      FROM delivery JOIN completed_result ON completed_result.id = result_id WHERE assessment_id = ${id}`
  )[0]
