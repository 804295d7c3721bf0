import { DomainError } from '@course-grading/domain'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { renderFeedback } from './render-feedback.ts'

export const previewFeedback =
  ({ markdown }: Pick<Deps, 'markdown'>): FrontendHandler<'previewFeedback'> =>
  async ({ body: { body }, deadline }) => {
    const rendered = await renderFeedback(markdown, [body], deadline())
    if (!rendered.ok)
      throw new DomainError('validation_failed', {
        issues: [{ path: '$.body', code: 'too_long', message: rendered.message }],
      })
    return { status: 200, body: { html: rendered.html[0] ?? '' } }
  }
