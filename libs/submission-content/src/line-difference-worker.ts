import { replyInThread } from '@course-grading/concurrency/reply-in-thread'
import { changedPairs, changedRanges } from './changed-ranges.ts'

/** The buffers are transferred to the thread, so the caller loses them. */
export interface Comparison {
  readonly template: Uint8Array
  readonly submission: Uint8Array
  readonly maxLines: number
  /** Whether what was removed is asked for, too. */
  readonly inPairs: boolean
}

replyInThread(({ template, submission, maxLines, inPairs }: Comparison) =>
  (inPairs ? changedPairs : changedRanges)(template, submission, maxLines),
)
