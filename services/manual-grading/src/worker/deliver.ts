import type { LeasedDelivery } from '@course-grading/data'
import { classifySend, type SeenGrade } from '@course-grading/domain'
import { errorFacts } from '@course-grading/http-kit'
import { CallbackError } from '../callback/callback-error.ts'
import type { FreshConnection } from '../callback/open-connection.ts'
import { verifyAfterSend } from './verification/verify-after-send.ts'
import { openSend } from './send/open-send.ts'
import { type FirstVerification, verifyBeforeSend } from './verification/verify-before-send.ts'
import { type PreparedSend, prepareSend } from './verification/prepare.ts'
import { recordBeforeStart, recordReadBackBeforeStart } from './send/record-before-start.ts'
import { recordSend } from './send/record-send.ts'
import { sendGrade, unforeseen } from './send/send.ts'
import type { WorkerDeps } from './worker-deps.ts'

/**
 * One leased delivery, from preparation to its record. Until the door is passed everything may be given up; from there on
 * nothing ends it but the end of the process.
 */
export async function deliver(deps: WorkerDeps, delivery: LeasedDelivery): Promise<void> {
  let giveBack = (): void => {}
  try {
    const prepared = prepareSend(deps, delivery)
    giveBack = await deps.places.take(prepared.target.origin, { waitMs: deps.times.slotWaitMs, signal: deps.stopping })
    const ready = await verificationAndConnect(deps, delivery, prepared)
    if (ready !== null) await passAndSend(deps, delivery, ready)
  } catch (error) {
    // From the door on nothing rejects; and should anything, this refuses to touch a delivery whose door is passed.
    await stopBeforeStart(deps, delivery, error, null)
  } finally {
    giveBack()
  }
}

/** Null: there is nothing to send. */
async function verificationAndConnect(
  deps: WorkerDeps,
  delivery: LeasedDelivery,
  prepared: PreparedSend,
): Promise<ReadyToSend | null> {
  const look = await verifyBeforeSend(deps, delivery, prepared.target)
  if (look.verdict === 'read_back') await recordReadBackBeforeStart(deps, delivery, look.sendNumber)
  if (look.verdict === 'graded_elsewhere')
    await stopBeforeStart(deps, delivery, new CallbackError('graded_elsewhere'), look.seen)
  if (look.verdict !== 'go_on') return null
  return { prepared, look, connection: await deps.callbacks.connect(prepared.target, deps.stopping) }
}

async function stopBeforeStart(
  deps: WorkerDeps,
  delivery: LeasedDelivery,
  error: unknown,
  seen: SeenGrade | null,
): Promise<void> {
  if (error instanceof CallbackError)
    return await recordBeforeStart(deps, delivery, classifySend('before_start', { what: error.what }), seen)
  deps.logger.error('delivery failed', { deliveryId: delivery.deliveryId, ...errorFacts(error) })
  await recordBeforeStart(deps, delivery, unforeseen('before_start'), seen)
}

interface ReadyToSend {
  readonly prepared: PreparedSend
  readonly connection: FreshConnection
  readonly look: Extract<FirstVerification, { verdict: 'go_on' }>
}

async function passAndSend(
  deps: WorkerDeps,
  delivery: LeasedDelivery,
  { prepared, connection, look }: ReadyToSend,
): Promise<void> {
  const { deliveryId, sendNumber } = delivery
  if (deps.stopping.aborted) {
    connection.destroy()
    throw new CallbackError('stopped')
  }
  const door = await openSend(deps, delivery)
  if (door.outcome !== 'passed') {
    connection.destroy()
    if (door.outcome === 'shut') {
      deps.logger.warn('door shut', { event: 'delivery_send_rejected', deliveryId, sendNumber })
      // It waits as if this attempt had not been, unless it is in other hands by now.
      throw new CallbackError('stopped')
    }
    const unknown = classifySend('send_started', { what: 'start_unknown' })
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
  const sent = await sendGrade(deps, prepared, connection, door)
  // Logged behind the write: nothing stands between the last look at the watch and the first byte.
  deps.logger.info('door passed', { event: 'delivery_send_started', deliveryId, sendNumber })
  if (await recordSend(deps, delivery, sent)) await verifyAfterSend(deps, delivery, prepared.target, look.seen.graderId)
}
