import type { Deadline } from '../deadline.ts'
import { UpstreamError } from '../errors.ts'
import { createBreaker, type BreakerLimits, type CallEnd } from './breaker.ts'
import { createBulkhead } from './bulkhead.ts'

/**
 * What a call is for. Each has slots and a breaker of its own: unknown tokens in any number keep neither known ones from being
 * validated nor writes from looking graders up, look-ups that fail do not refuse everybody's validation, and none of them
 * notices bulk calls and streams, which are long. `first_validation` is of a token that nobody has vouched for yet: anybody can
 * make them up. `stream` is a file that is passed on as it comes, for as long as its reader takes.
 */
export type CallPurpose = 'validation' | 'first_validation' | 'data' | 'bulk' | 'stream'

export interface GatesOptions {
  /**
   * Calls in flight at most: a quarter of them for validation, another for streams, an eighth each for the first validation of a
   * token and for bulk, the rest for data; each has one at least.
   */
  readonly concurrency: number
  readonly queueLimit: number
  readonly queueWaitMs: number
  /** In place of `queueWaitMs` for a stream: an archive must not miss a file because of a busy moment. */
  readonly streamQueueWaitMs: number
  readonly breaker: BreakerLimits
}

/**
 * Sends one call and ends when its slot may be given to another. A long one calls `begun` when the head of its reply is good, so that
 * a probe need not be read to its end.
 */
export type Send<T> = (begun: () => void) => Promise<T>

export interface Gates {
  /** Calls in flight at most, all purposes together: more than `concurrency` where that is too small to share out. */
  readonly slots: number
  /** Sends when the purpose's breaker and bulkhead let it, and reports to the breaker how it ended. */
  readonly pass: <T>(purpose: CallPurpose, deadline: Deadline, send: Send<T>) => Promise<T>
}

export function createGates(options: GatesOptions): Gates {
  const { concurrency, queueLimit, queueWaitMs, streamQueueWaitMs } = options
  const eighth = Math.max(1, Math.floor(concurrency / 8))
  const quarter = Math.max(1, Math.floor(concurrency / 4))
  const data = Math.max(1, concurrency - 2 * quarter - 2 * eighth)
  const gate = (slots: number, waitMs = queueWaitMs) => ({
    breaker: createBreaker(options.breaker),
    bulkhead: createBulkhead({ slots, queueLimit, queueWaitMs: waitMs }),
  })
  const gates = {
    validation: gate(quarter),
    first_validation: gate(eighth),
    data: gate(data),
    bulk: gate(eighth),
    stream: gate(quarter, streamQueueWaitMs),
  }
  return {
    slots: data + 2 * quarter + 2 * eighth,
    pass: async (purpose, deadline, send) => {
      const { breaker, bulkhead } = gates[purpose]
      breaker.refuseIfOpen()
      return bulkhead.run(
        deadline.signal,
        () => new UpstreamError(deadline.reason()),
        async () => {
          const reportToBreaker = breaker.enter() // again: it may have opened while this call waited
          let end: CallEnd = 'answered'
          try {
            return await send(() => reportToBreaker('begun'))
          } catch (error) {
            end = endOf(error)
            throw error
          } finally {
            reportToBreaker(end)
          }
        },
      )
    },
  }
}

/**
 * Timeouts, broken connections and 5xx say that A+ is in trouble; any other reply says that it works. A list that one student's
 * submission makes unlistable says neither: many of them must not keep the lists of other exercises from being read.
 */
function endOf(error: unknown): CallEnd {
  if (!(error instanceof UpstreamError) || ['aborted', 'unlistable'].includes(error.reason)) return 'unknown'
  return ['timeout', 'transport', 'cut_off', 'server_error'].includes(error.reason) ? 'failed' : 'answered'
}
