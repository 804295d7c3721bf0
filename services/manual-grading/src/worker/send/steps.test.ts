import type { LeasedDelivery } from '@course-grading/data/delivery/lease-delivery'
import { classifySend } from '@course-grading/domain/delivery/classify-send'
import type { FoundSend } from '@course-grading/domain/delivery/verification-verdict'
import { describe, expect, it } from 'vitest'
import type { WorkerDeps } from '../deps/worker-deps.ts'
import { readBackStep, stopStep } from './before-start-steps.ts'
import { sendStep } from './send-steps.ts'

describe('a step', () => {
  it.each(['capability_gone', 'unreachable', 'stopped'] as const)(
    'before the send start is given up when the lease has expired: %s',
    (event) => {
      const stopped = classifySend('before_start', { event })
      expect(stopStep(deps, delivery, { stopped, seen: null, status: null }).withinMs).toBe(60_000)
      expect(readBackStep(deps, delivery, found).withinMs).toBe(60_000)
    },
  )

  it('after the send start is tried until the process ends', () => {
    const facts = { status: null, bytes: 0, durationMs: 1, retryAfterS: null }
    for (const event of ['too_late', 'timeout'] as const) {
      const phase = event === 'timeout' ? 'write_begun' : 'send_started'
      const sent = { ...classifySend(phase, { event }), phase, ...facts } as const
      expect(sendStep(deps, delivery, sent).withinMs).toBeUndefined()
    }
  })
})

const found: FoundSend = {
  verdict: 'read_back',
  sendNumber: 1,
  shown: { status: 'ready', grade: 7, latePenalty: null },
  standing: null,
}
const deps = { times: { leaseS: 60 } } as unknown as WorkerDeps
const delivery = { deliveryId: 'd', epoch: 1, sendNumber: 1, failures: 0, failingForMs: 0 } as unknown as LeasedDelivery
