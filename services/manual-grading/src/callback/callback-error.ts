import type { CallbackErrorReason } from '@course-grading/domain/delivery/classify-send'

interface ExchangeFacts {
  /** Status of the reply; null if its head did not arrive. */
  readonly status: number | null
  readonly bytes: number
}

/** What stopped a callback, as a reason that `classifySend` knows; nothing of the texts of the peer or the system. */
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
