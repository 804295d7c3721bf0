import { maxFeedbackBytes } from '@course-grading/domain/assessments/result-texts'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { filledBytes } from '@course-grading/domain/feedback/student-name'
import type { MarkdownRenderer, Rendered } from '@course-grading/markdown'
import { createKeyedSemaphore } from '@course-grading/concurrency'

const messages: Readonly<Record<Extract<Rendered, { ok: false }>['reason'], string>> = {
  too_long: `As HTML it would be longer than ${maxFeedbackBytes} bytes.`,
  too_deep: 'Quotes, lists or emphasis are too deep in each other.',
  too_many_elements: 'It has more formatting than a page can show.',
}

export type RenderedFeedback =
  | { readonly ok: true; readonly html: readonly string[] }
  | { readonly ok: false; readonly message: string }

/** Milliseconds that the texts of a person wait for earlier texts of the same person. */
const waitMs = 10_000
const retryAfterS = 2

/** Renders texts as HTML, or says why they cannot be shown. @throws DomainError overloaded, if too many renderings wait */
export type RenderFeedback = (
  userId: number,
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<RenderedFeedback>

/** Renders for one operation of a person at a time, so that a person with many long texts makes nobody else wait. */
export function createRenderFeedback(markdown: Pick<MarkdownRenderer, 'render'>): RenderFeedback {
  const turns = createKeyedSemaphore<number>({ slots: 1 })
  return async (userId, texts, signal) => {
    if ((await turns.acquire(userId, { waitMs, signal })) !== 'acquired')
      throw new DomainError('overloaded', { retryAfterS })
    try {
      const rendered = await markdown.render(texts, maxFeedbackBytes, signal)
      if (rendered === undefined) throw new DomainError('overloaded', { retryAfterS })
      if (!rendered.ok) return { ok: false, message: messages[rendered.reason] }
      // Names of students are filled in later, so room is left for them.
      const bytes = rendered.html.reduce((sum, html) => sum + filledBytes(html), 0)
      return bytes > maxFeedbackBytes ? { ok: false, message: messages.too_long } : rendered
    } finally {
      turns.release(userId)
    }
  }
}
