import { replyInThread } from '@course-grading/concurrency/reply-in-thread'
import { colourLines } from './colour-lines.ts'

replyInThread(colourLines)
