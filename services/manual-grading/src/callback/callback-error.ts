import type { CallbackErrorReason } from '@course-grading/domain/delivery/classify-send'

/** How far an exchange came before it stopped. */
interface ExchangeFacts {
  /** Of the reply, where its head arrived. */
  readonly status: number | null
  /** Of the reply's body. */
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
