import type { CallbackErrorReason } from '@course-grading/domain/delivery/classify-send'

interface ExchangeFacts {
  /** Null if the head of the reply did not arrive. */
  readonly status: number | null
  readonly bytes: number
}

/** What stopped a callback, as a reason that `classifySend` knows, without any text of the peer or the system. */
export class CallbackError extends Error {
  readonly reason: CallbackErrorReason
  readonly facts: ExchangeFacts

  constructor(reason: CallbackErrorReason, facts: ExchangeFacts = { status: null, bytes: 0 }) {
    super(reason)
    this.name = 'CallbackError'
    this.reason = reason
    this.facts = facts
  }
}
