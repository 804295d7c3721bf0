import type { LeasedDelivery } from '@course-grading/data/delivery/lease-delivery'
import { classifySend } from '@course-grading/domain/delivery/classify-send'
import { errorFacts } from '@course-grading/http-kit'
import type { FreshConnection } from '@course-grading/outbound'
import { CallbackError } from '../callback/callback-error.ts'
import { readBackStep, type StopBeforeStart, stopStep } from './send/before-start-steps.ts'
import { openSend } from './send/open-send.ts'
import { recordStep } from './send/record-step.ts'
import { sendStep } from './send/send-steps.ts'
import { type SendResult, type SendToWrite, sendGrade, unforeseen } from './send/send.ts'
import { prepareSend } from './verification/prepare.ts'
import { followFirstSeen, verifyAfterSend } from './verification/verify-after-send.ts'
import { type FirstVerification, verifyBeforeSend } from './verification/verify-before-send.ts'
import type { WorkerDeps } from './deps/worker-deps.ts'

/** Until the send start a delivery can stop at any point; then only the end of the process stops it. */
export async function deliver(deps: WorkerDeps, delivery: LeasedDelivery): Promise<void> {
  let releaseSlot = (): void => {}
  try {
    const { target, formFor } = prepareSend(deps, delivery)
    releaseSlot = await deps.slots.take(target.origin, { waitMs: deps.times.slotWaitMs, signal: deps.stopping })
    const before = await verifyBeforeSend(deps, delivery, target)
    if (before.verdict === 'read_back') {
      const found = await recordStep(deps, delivery, readBackStep(deps, delivery, before))
      if (found === 'written') await followFirstSeen(deps, delivery, before)
      return
    }
    if (before.verdict === 'graded_elsewhere') {
      const stopped = classifySend('before_start', { event: 'graded_elsewhere' })
      await recordStep(deps, delivery, stopStep(deps, delivery, { stopped, seen: before.seen, status: null }))
      return
    }
    const form = formFor(before)
    const connection = await deps.callbacks.connect(target, deps.stopping)
    const sent = await startAndSend(deps, delivery, { target, form, connection, before })
    deps.metrics.sent(sent.outcome, sent.durationMs / 1000)
    const recorded = await recordStep(deps, delivery, sendStep(deps, delivery, sent))
    if (recorded === 'written' && sent.outcome === 'delivered')
      await verifyAfterSend(deps, delivery, target, before.seen.graderId)
  } catch (error) {
    // After the send start nothing rejects; if anything did, this would not change a delivery whose send has started.
    await recordStep(deps, delivery, stopStep(deps, delivery, stopOf(deps, delivery, error)))
  } finally {
    releaseSlot()
  }
}

function stopOf(
  { logger }: Pick<WorkerDeps, 'logger'>,
  { deliveryId }: LeasedDelivery,
  error: unknown,
): StopBeforeStart {
  if (error instanceof CallbackError)
    return {
      stopped: classifySend('before_start', { event: error.reason }),
      seen: null,
      status: error.facts.status,
    }
  logger.error('delivery failed', { deliveryId, ...errorFacts(error) })
  return { stopped: unforeseen('before_start'), seen: null, status: null }
}

interface ReadyToSend extends SendToWrite {
  readonly connection: FreshConnection
  readonly before: Extract<FirstVerification, { verdict: 'go_on' }>
}

/** @throws CallbackError stopped: the send start is surely not committed, so the delivery is as if this attempt had not been made */
async function startAndSend(
  deps: WorkerDeps,
  delivery: LeasedDelivery,
  { target, form, connection, before: { seen, maxPoints } }: ReadyToSend,
): Promise<SendResult> {
  const { deliveryId, sendNumber } = delivery
  if (deps.stopping.aborted) {
    connection.destroy()
    throw new CallbackError('stopped')
  }
  const start = await openSend(deps, delivery, { maxPoints, graderId: seen.graderId })
  if (start.outcome !== 'started') connection.destroy()
  if (start.outcome === 'not_started') {
    deps.logger.warn('send not started', { event: 'delivery_send_not_started', deliveryId, sendNumber })
    throw new CallbackError('stopped')
  }
  if (start.outcome === 'unknown') {
    const unknown = classifySend('send_started', { event: 'start_unknown' })
    return { ...unknown, phase: 'send_started', status: null, bytes: 0, durationMs: 0, retryAfterS: null }
  }
  const sent = await sendGrade(deps, { target, form }, connection, start)
  // Logged after the write, so that nothing comes between the last check of the time and the first byte.
  deps.logger.info('send started', { event: 'delivery_send_started', deliveryId, sendNumber })
  return sent
}
