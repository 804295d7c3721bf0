import { type ConnectionCause, UpstreamError, type UpstreamErrorCode, type UpstreamReason } from './upstream-error.ts'

/** 'not_sent' is a call that the gates held back, and 'defect' an error of this service, not of A+. */
export const upstreamOutcomes = [
  'ok',
  'aborted',
  'not_sent',
  'unavailable',
  'unlistable',
  'refused',
  'rejected',
  'malformed',
  'defect',
] as const
export type UpstreamOutcome = (typeof upstreamOutcomes)[number]

export interface UpstreamEnd {
  readonly outcome: UpstreamOutcome
  readonly reason?: UpstreamReason
  /** Present for a connection that was not made, or broke; with the code of the error, if it had one. */
  readonly connection?: { readonly cause: ConnectionCause; readonly systemCode: string | undefined }
}

export type UpstreamObserver<Operation extends string> = (
  operation: Operation,
  end: UpstreamEnd,
  seconds: number,
) => void

const outcomeOfCode = {
  upstream_unavailable: 'unavailable',
  upstream_refused: 'refused',
  upstream_rejected: 'rejected',
  upstream_malformed: 'malformed',
} as const satisfies Record<UpstreamErrorCode, UpstreamOutcome>

const outcomeOfReason: Partial<Record<UpstreamReason, UpstreamOutcome>> = {
  aborted: 'aborted',
  unlistable: 'unlistable',
  breaker_open: 'not_sent',
  bulkhead_full: 'not_sent',
}

export function endOf(error: unknown): UpstreamEnd {
  if (!(error instanceof UpstreamError)) return { outcome: 'defect' }
  const { reason, code, connectionCause: cause, systemCode } = error
  const end = { outcome: outcomeOfReason[reason] ?? outcomeOfCode[code], reason }
  return cause === undefined ? end : { ...end, connection: { cause, systemCode } }
}
