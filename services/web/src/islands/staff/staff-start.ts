import type { LeftOutcome } from './send-left.ts'

/** What the page tells its script: who is signed in, and the script's texts in their language. */
export interface StaffStart {
  readonly userId: number
  /** What a submission is called whose submitter is not known. */
  readonly work: string
  readonly texts: Readonly<Record<Exclude<LeftOutcome, 'sent' | 'later'>, string>>
}
