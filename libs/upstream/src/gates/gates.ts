import type { Deadline } from '../call/deadline.ts'
import { UpstreamError } from '../call/upstream-error.ts'
import { createBreaker, type BreakerLimits, type CallEnd, type CallReport } from './breaker.ts'
import { createBulkhead } from './bulkhead.ts'

/**
 * Each purpose has slots and a breaker of its own, so that none blocks another: a flood of made-up tokens (`first_validation`) stops no
 * validation, and bulk calls delay nobody. `content` is a file for a page, `archive` a submission for an archive, `stream` a file that is
 * passed on at its reader's pace.
 */
export type CallPurpose = 'validation' | 'first_validation' | 'data' | 'bulk' | 'content' | 'archive' | 'stream'

interface GatesOptions {
  /** Calls in flight without streams. Each purpose has its part of 32 in `shares`, at least one, and `data` the rest. */
  readonly concurrency: number
  readonly queueLimit: number
  readonly queueWaitMs: number
  readonly breaker: BreakerLimits
}

/** The call's slot is held until the promise ends. A long call calls `begun` once its head is valid, so that a probe may end there. */
export type Send<T> = (begun: () => void) => Promise<T>

interface Gates {
  /** Calls of all purposes: `concurrency` and the streams, or more if `concurrency` is too small to give each purpose one. */
  readonly slots: number
  /** Sends once breaker and bulkhead let the call pass; the breaker learns its end. Waits `waitMs` for a slot, else `queueWaitMs`. */
  readonly pass: <T>(purpose: CallPurpose, deadline: Deadline, send: Send<T>, waitMs?: number) => Promise<T>
}

export function createGates(options: GatesOptions): Gates {
  const { concurrency, queueLimit, queueWaitMs } = options
  const slots = slotsOf(concurrency)
  const gate = (purpose: CallPurpose) => ({
    breaker: createBreaker(options.breaker),
    bulkhead: createBulkhead({ slots: slots[purpose], queueLimit, queueWaitMs }),
  })
  const gates: Record<CallPurpose, ReturnType<typeof gate>> = {
    validation: gate('validation'),
    first_validation: gate('first_validation'),
    data: gate('data'),
    bulk: gate('bulk'),
    content: gate('content'),
    archive: gate('archive'),
    stream: gate('stream'),
  }
  return {
    slots: sumOf(slots),
    pass: async (purpose, deadline, send, waitMs) => {
      const { breaker, bulkhead } = gates[purpose]
      breaker.refuseIfOpen()
      await bulkhead.enter(deadline, waitMs)
      let report = (_report: CallReport): void => {}
      let end: CallEnd = 'answered'
      try {
        report = breaker.enter() // checked again, since the breaker may have opened while this call waited
        return await send(() => report('begun'))
      } catch (error) {
        end = endOf(error)
        throw error
      } finally {
        report(end)
        bulkhead.leave()
      }
    },
  }
}

/** Slots of each purpose, of 32 in all; `data` has the rest. */
const shares = { validation: 8, first_validation: 4, bulk: 2, content: 4, archive: 2 }

/** Streams last as long as their readers take, so their slots come on top of all others. */
const streamSlots = 16

function slotsOf(concurrency: number): Record<CallPurpose, number> {
  const share = (of32: number): number => Math.max(1, Math.floor((concurrency * of32) / 32))
  const others = {
    validation: share(shares.validation),
    first_validation: share(shares.first_validation),
    bulk: share(shares.bulk),
    content: share(shares.content),
    archive: share(shares.archive),
  }
  return { ...others, data: Math.max(1, concurrency - sumOf(others)), stream: streamSlots }
}

function sumOf(numbers: Readonly<Record<string, number>>): number {
  return Object.values(numbers).reduce((sum, each) => sum + each, 0)
}

/** `unlistable` says nothing of A+: one student's submission causes it, and other lists must stay readable. */
function endOf(error: unknown): CallEnd {
  if (!(error instanceof UpstreamError) || ['aborted', 'unlistable'].includes(error.reason)) return 'unknown'
  return ['timeout', 'transport', 'cut_off', 'server_error'].includes(error.reason) ? 'failed' : 'answered'
}
