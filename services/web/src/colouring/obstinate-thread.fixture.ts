import { replyInThread } from '@course-grading/concurrency/reply-in-thread'
import { packTokens } from './code-tokens.ts'
import type { Colouring } from './colour-lines.ts'

let works = 0

/** Hangs, dies, takes 0.6 s or stops where the first line says so. The first of any lines has a token as long as the number of works so far. */
replyInThread(({ lines }: Colouring) => {
  works += 1
  while (lines[0] === 'hang');
  if (lines[0] === 'die') throw new Error('died')
  for (const end = performance.now() + 600; lines[0] === 'slow' && performance.now() < end;);
  if (lines[0] === 'stop') return packTokens([[[1, works]]])
  return packTokens(lines.map((_, at) => (at === 0 ? [[1, works]] : [])))
})
