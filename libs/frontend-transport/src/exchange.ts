import type { Operation } from '@course-grading/contracts/operation/operation'
import { kindOf, systemCodeOf } from './client.ts'
import type { Deadline } from './deadline.ts'
import { FrontendTransportError, type TransportFailure } from './transport-error.ts'

export interface Exchange {
  readonly id: string
  readonly operation: Operation
  readonly requestId: string
  /** Whether the caller sent the entity tag of a body that it already has. */
  readonly conditional: boolean
  /** The credentials that were sent; no error may contain one. */
  readonly credentials: readonly string[]
  readonly deadline: Deadline
  readonly streamLimitMs: number
}

export type FailureOf = Omit<TransportFailure, 'operation' | 'requestId'> & { readonly requestId?: string | undefined }

/** If anything that the other side wrote repeats a credential, the error has nothing of the reply but its status. */
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

/** `head`: what was known of the reply when the connection, the deadline or the caller ended the exchange. */
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
