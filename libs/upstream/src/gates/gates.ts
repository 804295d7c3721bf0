import type { Deadline } from '../deadline.ts'
import { UpstreamError } from '../errors.ts'
import { createBreaker, type BreakerLimits, type CallEnd, type CallReport } from './breaker.ts'
import { createBulkhead } from './bulkhead.ts'

/**
 * What a call is for. Each purpose has slots and a breaker of its own, so that one kind of call cannot block another: a flood
 * of unknown tokens does not keep known tokens from being validated, nor writes from looking up graders; failing look-ups do
 * not stop validation for everybody; and bulk calls, files and archives, which are long or many, delay none of these.
 * `first_validation` is for a token that the platform has not confirmed yet, since anybody can make one up. `content` is a file
 * that is read for a page, `archive` a submission that is read for an archive. `stream` is a file that is passed on as it
 * comes, for as long as its reader takes.
 */
export type CallPurpose = 'validation' | 'first_validation' | 'data' | 'bulk' | 'content' | 'archive' | 'stream'

interface GatesOptions {
  /**
   * The maximum number of calls in flight, without the 16 streams. Of 32, 8 are for validation, 4 for the first validation of a
   * token, 2 for bulk calls, 4 for contents and 2 for archives. Other numbers are divided in the same proportions, rounded down.
   * The rest is for data. Each purpose has at least one.
   */
  readonly concurrency: number
  readonly queueLimit: number
  readonly queueWaitMs: number
  readonly breaker: BreakerLimits
}

/**
 * Sends one call and ends when its slot may be given to another. A long call calls `begun` once the head of its reply is good,
 * so that a call that probes an open breaker need not be read to its end.
 */
export type Send<T> = (begun: () => void) => Promise<T>

interface Gates {
  /**
   * The maximum number of calls in flight, all purposes together: `concurrency` and the streams, or more where `concurrency` is
   * too small to give each purpose one.
   */
  readonly slots: number
  /**
   * Sends a call once the breaker and the bulkhead of its purpose let it pass, and reports to the breaker how it ended. It
   * waits up to `waitMs` for a slot, or up to `queueWaitMs` if `waitMs` is not given.
   */
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
        report = breaker.enter() // checked again, since it may have opened while this call waited
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

/** The slots of each purpose out of 32. The rest is for data. */
const shares = { validation: 8, first_validation: 4, bulk: 2, content: 4, archive: 2 }

/** Streams last as long as their readers take, so they have slots beside those of all other calls. */
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

/**
 * Timeouts, broken connections and 5xx say that A+ is in trouble; any other reply says that it works. An `unlistable` error,
 * which a single student's submission causes for a whole list, says neither, since many such errors must not keep the lists of
 * other exercises from being read.
 */
function endOf(error: unknown): CallEnd {
  if (!(error instanceof UpstreamError) || ['aborted', 'unlistable'].includes(error.reason)) return 'unknown'
  return ['timeout', 'transport', 'cut_off', 'server_error'].includes(error.reason) ? 'failed' : 'answered'
}
