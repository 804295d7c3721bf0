import { DomainError, maxFeedbackBytes } from '@course-grading/domain'
import type { MarkdownRenderer, Rendered } from '@course-grading/markdown'

const messages: Readonly<Record<Extract<Rendered, { ok: false }>['reason'], string>> = {
  too_long: `As HTML it would be longer than ${maxFeedbackBytes} bytes.`,
  too_deep: 'Quotes, lists or emphasis are too deep in each other.',
  too_many_elements: 'It has more formatting than a page can show.',
}

export type RenderedFeedback =
  | { readonly ok: true; readonly html: readonly string[] }
  | { readonly ok: false; readonly message: string }

/**
 * The HTML of each text that was written for students, or the reasons why it cannot be shown.
 * @throws DomainError overloaded, if too many renderings wait
 */
export async function renderFeedback(
  markdown: MarkdownRenderer,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<RenderedFeedback> {
  const rendered = await markdown.render(texts, maxFeedbackBytes, signal)
  if (rendered === undefined) throw new DomainError('overloaded')
  return rendered.ok ? rendered : { ok: false, message: messages[rendered.reason] }
}
