import { replyInThread } from '@course-grading/concurrency/reply-in-thread'
import { changedRanges } from './changed-ranges.ts'

/** The buffers are transferred to the thread, so the caller loses them. */
export interface Comparison {
  readonly template: Uint8Array
  readonly submission: Uint8Array
  readonly maxLines: number
}

replyInThread(({ template, submission, maxLines }: Comparison) => changedRanges(template, submission, maxLines))
