import type { Operation } from '@course-grading/contracts/operation/operation'
import { kindOf, systemCodeOf } from './client.ts'
import type { Deadline } from './deadline.ts'
import { FrontendTransportError, type TransportFailure } from './transport-error.ts'

/** A call in progress: everything that is needed to read its reply and to report its failure. */
export interface Exchange {
  readonly id: string
  readonly operation: Operation
  readonly requestId: string
  /** The caller sent the entity tag of a body that it already has. */
  readonly conditional: boolean
  /** The credentials that were sent, which must not be part of an error. */
  readonly credentials: readonly string[]
  readonly deadline: Deadline
  readonly streamLimitMs: number
}

export type FailureOf = Omit<TransportFailure, 'operation' | 'requestId'> & { readonly requestId?: string | undefined }

/** The error of a failed exchange. What the other side wrote is left out entirely if any of it repeats a credential. */
export function failureOf(
  { id, requestId, credentials }: Exchange,
  { requestId: repliedId, ...failure }: FailureOf,
): FrontendTransportError {
  const written = JSON.stringify([repliedId, failure])
  if (credentials.some((credential) => written.includes(JSON.stringify(credential).slice(1, -1)))) {
    const { status } = failure
    return new FrontendTransportError({
      operation: id,
      requestId,
      kind: 'malformed',
      ...(status !== undefined && { status }),
    })
  }
  return new FrontendTransportError({ ...failure, operation: id, requestId: repliedId ?? requestId })
}

/** The error of an exchange that the connection, the deadline or the caller has ended; `head` is what was known of the reply by then. */
export function brokenOff(exchange: Exchange, error: unknown, head: FailureOf = {}): FrontendTransportError {
  if (error instanceof FrontendTransportError) return error
  const { deadline } = exchange
  if (deadline.signal.aborted) return failureOf(exchange, { ...head, kind: deadline.reason() })
  return failureOf(exchange, {
    ...head,
    kind: kindOf(error, head.status !== undefined),
    systemCode: systemCodeOf(error),
  })
}
