import { UpstreamError, type UpstreamErrorCode, type UpstreamReason } from './errors.ts'

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
}

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
  const { reason, code } = error
  return { outcome: outcomeOfReason[reason] ?? outcomeOfCode[code], reason }
}
