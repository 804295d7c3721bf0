import type { Logger } from './logger.ts'

export interface FinishedRequest {
  readonly requestId: string
  /** Name of the operation, or `unmatched`. */
  readonly operation: string
  readonly method: string
  /** What the client was answered; 499 when it left before the answer. */
  readonly status: number
  readonly durationMs: number
  readonly userId?: number | undefined
  readonly courseId?: number | undefined
  /** Code of the refusal, from the boundary's closed list. */
  readonly code?: string | undefined
}

/** The one line of a request. */
export function logRequest(logger: Logger, request: FinishedRequest): void {
  logger.info('request', {
    requestId: request.requestId,
    operation: request.operation,
    method: request.method,
    status: request.status,
    durationMs: Math.round(request.durationMs * 1000) / 1000,
    userId: request.userId,
    courseId: request.courseId,
    code: request.code,
  })
}
