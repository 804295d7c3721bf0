import type { Deadline } from '../deadline.ts'
import { UpstreamError } from '../errors.ts'
import { createBreaker, type BreakerLimits, type CallEnd } from './breaker.ts'
import { createBulkhead } from './bulkhead.ts'

/**
 * What a call is for. Each purpose has slots and a breaker of its own. So unknown tokens in any number keep neither known ones from
 * being validated nor writes from looking graders up. Look-ups that fail do not refuse everybody's validation. None of these
 * notices bulk calls, which are long. `first_validation` is of a token that A+ has not confirmed yet: anybody can make such tokens
 * up.
 */
export type CallPurpose = 'validation' | 'first_validation' | 'data' | 'bulk'

export interface GatesOptions {
  /**
   * Max number of calls in flight. Three eighths of them are for validation, an eighth each for the first validation of a token and
   * for bulk, and the others for data. Each purpose has at least one.
   */
  readonly concurrency: number
  readonly queueLimit: number
  readonly queueWaitMs: number
  readonly breaker: BreakerLimits
}

export interface Gates {
  /** Calls in flight at most, all purposes together: more than `concurrency` where that is too small to share out. */
  readonly slots: number
  /** Sends when the purpose's breaker and bulkhead let it, and reports to the breaker how it ended. */
  readonly pass: <T>(purpose: CallPurpose, deadline: Deadline, send: () => Promise<T>) => Promise<T>
}

export function createGates({ concurrency, queueLimit, queueWaitMs, breaker: limits }: GatesOptions): Gates {
  const eighth = Math.max(1, Math.floor(concurrency / 8))
  const validation = Math.max(1, Math.floor(concurrency / 2) - eighth)
  const data = Math.max(1, concurrency - validation - 2 * eighth)
  const gate = (slots: number) => ({
    breaker: createBreaker(limits),
    bulkhead: createBulkhead({ slots, queueLimit, queueWaitMs }),
  })
  const gates = { validation: gate(validation), first_validation: gate(eighth), data: gate(data), bulk: gate(eighth) }
  return {
    slots: validation + data + 2 * eighth,
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
            return await send()
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
