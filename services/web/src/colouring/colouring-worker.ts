import { replyInThread } from '@course-grading/threads/reply-in-thread'
import { colourLines } from './colour-lines.ts'

replyInThread(colourLines)
