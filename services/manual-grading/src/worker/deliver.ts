import type { LeasedDelivery } from '@course-grading/data/delivery/lease-delivery'
import { classifySend } from '@course-grading/domain/delivery/classify-send'
import type { SeenGrade } from '@course-grading/domain/delivery/submission-detail'
import { errorFacts } from '@course-grading/http-kit'
import type { FreshConnection } from '@course-grading/outbound'
import { CallbackError } from '../callback/callback-error.ts'
import { verifyAfterSend } from './verification/verify-after-send.ts'
import { openSend } from './send/open-send.ts'
import { type FirstVerification, verifyBeforeSend } from './verification/verify-before-send.ts'
import { type PreparedSend, prepareSend } from './verification/prepare.ts'
import { recordBeforeStart, recordReadBackBeforeStart } from './send/record-before-start.ts'
import { recordSend } from './send/record-send.ts'
import { type SendToWrite, sendGrade, unforeseen } from './send/send.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** Until the send start a delivery can stop at any point; from then on only the end of the process stops it. */
export async function deliver(deps: WorkerDeps, delivery: LeasedDelivery): Promise<void> {
  let releaseSlot = (): void => {}
  try {
    const prepared = prepareSend(deps, delivery)
    releaseSlot = await deps.slots.take(prepared.target.origin, {
      waitMs: deps.times.slotWaitMs,
      signal: deps.stopping,
    })
    const ready = await verifyAndConnect(deps, delivery, prepared)
    if (ready !== null) await startAndSend(deps, delivery, ready)
  } catch (error) {
    // After the send start nothing rejects; if anything did, this call would not change a delivery whose send has started.
    await stopBeforeStart(deps, delivery, error, null)
  } finally {
    releaseSlot()
  }
}

/** Null if there is nothing to send. */
async function verifyAndConnect(
  deps: WorkerDeps,
  delivery: LeasedDelivery,
  prepared: PreparedSend,
): Promise<ReadyToSend | null> {
  const verification = await verifyBeforeSend(deps, delivery, prepared.target)
  if (verification.verdict === 'read_back') await recordReadBackBeforeStart(deps, delivery, verification.sendNumber)
  if (verification.verdict === 'graded_elsewhere')
    await stopBeforeStart(deps, delivery, new CallbackError('graded_elsewhere'), verification.seen)
  if (verification.verdict !== 'go_on') return null
  const form = prepared.formFor(verification.maxPoints ?? delivery.upstreamMaxPoints)
  return {
    target: prepared.target,
    form,
    verification,
    connection: await deps.callbacks.connect(prepared.target, deps.stopping),
  }
}

async function stopBeforeStart(
  deps: WorkerDeps,
  delivery: LeasedDelivery,
  error: unknown,
  seen: SeenGrade | null,
): Promise<void> {
  if (error instanceof CallbackError) {
    const stopped = classifySend('before_start', { event: error.reason })
    return await recordBeforeStart(deps, delivery, stopped, { seen, status: error.facts.status })
  }
  deps.logger.error('delivery failed', { deliveryId: delivery.deliveryId, ...errorFacts(error) })
  await recordBeforeStart(deps, delivery, unforeseen('before_start'), { seen, status: null })
}

interface ReadyToSend extends SendToWrite {
  readonly connection: FreshConnection
  readonly verification: Extract<FirstVerification, { verdict: 'go_on' }>
}

async function startAndSend(
  deps: WorkerDeps,
  delivery: LeasedDelivery,
  { target, form, connection, verification }: ReadyToSend,
): Promise<void> {
  const { deliveryId, sendNumber } = delivery
  if (deps.stopping.aborted) {
    connection.destroy()
    throw new CallbackError('stopped')
  }
  const { seen, maxPoints } = verification
  const start = await openSend(deps, delivery, { maxPoints, graderId: seen.graderId })
  if (start.outcome !== 'started') {
    connection.destroy()
    if (start.outcome === 'not_started') {
      deps.logger.warn('send not started', { event: 'delivery_send_not_started', deliveryId, sendNumber })
      // The delivery is pending again, as if this attempt had not been made, unless another step has changed it by now.
      throw new CallbackError('stopped')
    }
    const unknown = classifySend('send_started', { event: 'start_unknown' })
    await recordSend(deps, delivery, {
      ...unknown,
      phase: 'send_started',
      status: null,
      bytes: 0,
      durationMs: 0,
      retryAfterS: null,
    })
    return
  }
  const sent = await sendGrade(deps, { target, form }, connection, start)
  // Logged after the write, so that nothing comes between the last check of the time and the first byte.
  deps.logger.info('send started', { event: 'delivery_send_started', deliveryId, sendNumber })
  if (await recordSend(deps, delivery, sent)) await verifyAfterSend(deps, delivery, target, seen.graderId)
}
