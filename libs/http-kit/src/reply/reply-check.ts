import type { Operation } from '@course-grading/contracts'
import type { Logger } from '../telemetry/logger.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { compileValidator } from '../request/validate.ts'
import type { AnyReply } from './wire-reply.ts'

/** A reply that its contract does not list, or not so. */
export interface ReplyFault {
  readonly operation: string
  readonly status: number
  /** Where the body differs from its schema, or what else is wrong. Paths hold names of the contract, never values. */
  readonly faults: readonly string[]
}

/** Which replies are checked against the contract, and what becomes of one that differs. */
export interface CheckReply {
  /** One in so many of each operation and status is checked, the first one always. 1 checks all. */
  readonly oneIn: number
  readonly onFault: (fault: ReplyFault) => void
}

/** In development and tests: whoever looks at the failure is the one who can mend it. */
export const refuseFaultyReplies: CheckReply = {
  oneIn: 1,
  onFault: ({ operation, status, faults }) => {
    throw new TypeError(`${operation} replied ${status} against its contract: ${faults.join(', ')}`)
  },
}

/** As a service checks: in production a faulty reply goes out all the same, since its work is done; it is counted and logged. */
export function checkReplies({ production, logger, metrics }: ReplyCheckDeps): CheckReply {
  if (!production) return refuseFaultyReplies
  const counted = metrics.counter({
    name: 'http_reply_contract_faults_total',
    help: 'Replies that differ from the contract, of those that were checked',
    labels: ['operation'],
  })
  return {
    oneIn: 100,
    onFault: ({ operation, status, faults }) => {
      counted.cell({ operation }).add()
      logger.error('a reply differs from its contract', {
        event: 'reply_contract_fault',
        operation,
        status,
        reason: faults.join(' '),
      })
    },
  }
}

interface ReplyCheckDeps {
  readonly production: boolean
  readonly logger: Logger
  readonly metrics: Metrics
}

/** Checks replies of one operation; the validators are compiled when they are first needed. */
export function replyCheck(
  name: string,
  operation: Operation,
  { oneIn, onFault }: CheckReply,
): (reply: AnyReply) => void {
  const checks = new Map<number, (reply: AnyReply) => readonly string[]>()
  const seen = new Map<number, number>()
  return (reply) => {
    const count = seen.get(reply.status) ?? 0
    seen.set(reply.status, count + 1)
    if (count % oneIn !== 0) return
    const check = checks.get(reply.status) ?? checkOf(operation, reply.status)
    checks.set(reply.status, check)
    const faults = check(reply)
    if (faults.length > 0) onFault({ operation: name, status: reply.status, faults })
  }
}

function checkOf({ replies }: Operation, status: number): (reply: AnyReply) => readonly string[] {
  const spec = replies[status]
  if (spec === undefined) return () => ['a status that is not listed']
  const validate = spec.schema && compileValidator(spec.schema)
  return ({ body, attachment }) => {
    if ((body !== undefined) !== (validate !== undefined) || attachment?.mediaType !== spec.mediaType)
      return ['another kind of body']
    if (validate === undefined) return []
    // What goes onto the wire is what JSON makes of it.
    const value: unknown = JSON.parse(typeof body === 'string' ? body : JSON.stringify(body))
    return validate(value).map(({ path }) => path)
  }
}
