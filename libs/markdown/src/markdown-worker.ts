import { replyInThread } from '@course-grading/threads/reply-in-thread'
import { renderTexts } from './render-texts.ts'

export interface Rendering {
  readonly texts: readonly string[]
  readonly maxBytes: number
}

replyInThread(({ texts, maxBytes }: Rendering) => renderTexts(texts, maxBytes))
