import { replyInThread } from '@course-grading/concurrency/reply-in-thread'
import { renderTexts } from './render-texts.ts'

export interface Rendering {
  readonly texts: readonly string[]
  readonly maxBytes: number
}

replyInThread(({ texts, maxBytes }: Rendering) => renderTexts(texts, maxBytes))
