import { replyInThread } from '@course-grading/concurrency/reply-in-thread'
import { packTokens } from './code-tokens.ts'
import type { Colouring } from './colour-lines.ts'

let works = 0

/** Hangs or dies where the first line says so. Of any other lines, the first has a token as long as the number of works so far. */
replyInThread(({ lines }: Colouring) => {
  works += 1
  while (lines[0] === 'hang');
  if (lines[0] === 'die') throw new Error('died')
  return packTokens(lines.map((_, at) => (at === 0 ? [[1, works]] : [])))
})
