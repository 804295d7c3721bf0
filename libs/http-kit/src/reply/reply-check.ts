import type { Operation } from '@course-grading/contracts/operation/operation'
import { isJsonBytes } from '@course-grading/contracts/operation/reply'
import { Counter } from 'prom-client'
import type { Logger } from '../telemetry/logger.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { createValidator } from '@course-grading/validation'
import { closedSchema } from './closed-schema.ts'
import type { AnyReply } from './wire-reply.ts'

export interface ReplyFault {
  readonly operation: string
  readonly status: number
  /** The paths at which the body differs from its schema, or a fixed word for another fault. Never a value. */
  readonly faults: readonly string[]
}

export interface CheckReply {
  /** Of the replies of each operation and status, one in this number is checked, the first one included. 1 checks all. */
  readonly oneIn: number
  /** Whether a member that the schema does not name is a fault, unless the schema itself decides. */
  readonly isClosed: boolean
  readonly onFault: (fault: ReplyFault) => void
}

/** For development and tests: the request fails, so that the developer notices the fault. */
export const failFaultyReplies: CheckReply = {
  oneIn: 1,
  isClosed: true,
  onFault: ({ operation, status, faults }) => {
    throw new TypeError(`${operation} replied ${status} against its contract: ${faults.join(', ')}`)
  },
}

interface ReplyCheckDeps {
  readonly production: boolean
  readonly logger: Logger
  readonly metrics: Metrics
}

/** In production a faulty reply is still sent, since its work is done; the fault is counted and logged. */
export function checkReplies({ production, logger, metrics }: ReplyCheckDeps): CheckReply {
  if (!production) return failFaultyReplies
  const faultyReplies = new Counter({
    name: 'http_reply_contract_faults_total',
    help: 'Replies that differ from the contract, of those that were checked',
    labelNames: ['operation'],
    registers: [metrics],
  })
  return {
    oneIn: 100,
    isClosed: false,
    onFault: ({ operation, status, faults }) => {
      faultyReplies.inc({ operation })
      logger.error('a reply differs from its contract', {
        event: 'reply_contract_fault',
        operation,
        status,
        reason: faults[0],
        count: faults.length,
      })
    },
  }
}

/** Compiles the validators when they are first needed, so that they do not delay the start. */
export function replyCheck(
  name: string,
  operation: Operation,
  { oneIn, isClosed, onFault }: CheckReply,
): (reply: AnyReply) => void {
  const checks = new Map<number, (reply: AnyReply) => readonly string[]>()
  const counts = new Map<number, number>()
  return (reply) => {
    const count = counts.get(reply.status) ?? 0
    counts.set(reply.status, count + 1)
    if (count % oneIn !== 0) return
    const check = checks.get(reply.status) ?? checkOf(operation, reply.status, isClosed)
    checks.set(reply.status, check)
    const faults = check(reply)
    if (faults.length > 0) onFault({ operation: name, status: reply.status, faults })
  }
}

function checkOf({ replies }: Operation, status: number, isClosed: boolean): (reply: AnyReply) => readonly string[] {
  const spec = replies[status]
  if (spec === undefined) return () => ['unlisted_status']
  const validate = spec.schema && createValidator(isClosed ? closedSchema(spec.schema) : spec.schema)
  return ({ body, attachment }) => {
    if ((body !== undefined) !== (validate !== undefined) || attachment?.mediaType !== spec.mediaType)
      return ['other_kind_of_body']
    if (validate === undefined) return []
    const value = valueOf(body)
    return value === undefined ? ['malformed_json'] : validate(value).map(({ path }) => path)
  }
}

/** What the client will read. A text or JSON bytes are JSON already; any other body is checked in its JSON form. */
function valueOf(body: unknown): unknown {
  try {
    if (isJsonBytes(body)) return JSON.parse(Buffer.concat(body.chunks).toString()) as unknown
    return JSON.parse(typeof body === 'string' ? body : JSON.stringify(body)) as unknown
  } catch {
    return undefined
  }
}
