import type { Deadline } from '../deadline.ts'
import { UpstreamError } from '../errors.ts'
import { createBreaker, type BreakerLimits, type CallEnd } from './breaker.ts'
import { createBulkhead } from './bulkhead.ts'

/**
 * What a call is for. Each has places and a breaker of its own: unknown tokens in any number do not keep writes from
 * looking graders up, look-ups that fail do not refuse everybody's validation, and neither notices bulk calls, which
 * are long.
 */
export type CallPurpose = 'validation' | 'data' | 'bulk'

export interface GatesOptions {
  /**
   * Calls in flight at most: half of them for validation, an eighth for bulk, the rest for data; each has one at
   * least.
   */
  readonly concurrency: number
  readonly queueLimit: number
  readonly queueWaitMs: number
  readonly breaker: BreakerLimits
}

export interface Gates {
  /** Sends when the purpose's breaker and bulkhead let it, and tells the breaker how it ended. */
  readonly pass: <T>(purpose: CallPurpose, deadline: Deadline, send: () => Promise<T>) => Promise<T>
}

export function createGates({ concurrency, queueLimit, queueWaitMs, breaker: limits }: GatesOptions): Gates {
  const validation = Math.max(1, Math.floor(concurrency / 2))
  const bulk = Math.max(1, Math.floor(concurrency / 8))
  const data = Math.max(1, concurrency - validation - bulk)
  const gate = (places: number) =>
    ({ breaker: createBreaker(limits), bulkhead: createBulkhead({ places, queueLimit, queueWaitMs }) })
  const gates = { validation: gate(validation), data: gate(data), bulk: gate(bulk) }
  return {
    pass: async (purpose, deadline, send) => {
      const { breaker, bulkhead } = gates[purpose]
      breaker.refuseIfOpen()
      return bulkhead.run(deadline.signal, () => new UpstreamError(deadline.reason()), async () => {
        const tellBreaker = breaker.enter() // again: it may have opened while this call waited
        let end: CallEnd = 'answered'
        try {
          return await send()
        } catch (error) {
          end = endOf(error)
          throw error
        } finally {
          tellBreaker(end)
        }
      })
    },
  }
}

/**
 * Timeouts, broken connections and 5xx say that A+ is in trouble; any other answer says that it works. A list that one student's
 * submission makes unlistable says neither: many of them must not keep the lists of other exercises from being asked for.
 */
function endOf(error: unknown): CallEnd {
  if (!(error instanceof UpstreamError) || ['aborted', 'unlistable'].includes(error.reason)) return 'unknown'
  return ['timeout', 'transport', 'cut_off', 'server_error'].includes(error.reason) ? 'failed' : 'answered'
}
