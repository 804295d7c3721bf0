import { replyInThread } from '@course-grading/concurrency/reply-in-thread'
import { type Colouring, colourLines } from './colour-lines.ts'

/** Gives the milliseconds of CPU that colouring takes. */
replyInThread(async (work: Colouring) => {
  const before = process.threadCpuUsage()
  await colourLines(work)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
})
