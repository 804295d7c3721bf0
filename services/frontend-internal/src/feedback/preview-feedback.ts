import { DomainError } from '@course-grading/domain'
import { createKeyedSemaphore } from '@course-grading/semaphore'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { renderFeedback } from './render-feedback.ts'

/** Milliseconds that a preview waits for earlier previews of the same person. */
const waitMs = 10_000

/**
 * Each person has one preview at a time, and a few that wait. A page may request one at every keystroke, while the same thread
 * renders what others complete or publish.
 */
export function previewFeedback({ markdown }: Pick<Deps, 'markdown'>): FrontendHandler<'previewFeedback'> {
  const turns = createKeyedSemaphore<number>({ slots: 1, queueLimit: 4 })
  return async ({ body: { body }, caller: { userId }, deadline }) => {
    const signal = deadline()
    if ((await turns.acquire(userId, { waitMs, signal })) !== 'acquired') throw new DomainError('overloaded')
    try {
      const rendered = await renderFeedback(markdown, [body], signal)
      if (!rendered.ok)
        throw new DomainError('validation_failed', {
          issues: [{ path: '$.body', code: 'too_long', message: rendered.message }],
        })
      return { status: 200, body: { html: rendered.html[0] ?? '' } }
    } finally {
      turns.release(userId)
    }
  }
}
