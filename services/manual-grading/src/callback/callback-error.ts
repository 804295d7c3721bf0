import type { CallbackErrorReason } from '@course-grading/domain'

/** How far an exchange came before it stopped. */
export interface ExchangeFacts {
  /** Of the answer, where its head arrived. */
  readonly status: number | null
  /** Of the answer's body. */
  readonly bytes: number
}

/** What stopped a callback, in the words of the classification; nothing of what the peer or the system said. */
export class CallbackError extends Error {
  readonly what: CallbackErrorReason
  readonly facts: ExchangeFacts

  constructor(what: CallbackErrorReason, facts: ExchangeFacts = { status: null, bytes: 0 }) {
    super(what)
    this.name = 'CallbackError'
    this.what = what
    this.facts = facts
  }
}
