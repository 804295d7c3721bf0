import type { LeftOutcome } from './send-left.ts'

/** What the page tells its script: who is signed in, and the script's texts in their language. */
export interface StaffStart {
  readonly userId: number
  readonly texts: Readonly<Record<Exclude<LeftOutcome, 'sent' | 'later'>, string>>
}
