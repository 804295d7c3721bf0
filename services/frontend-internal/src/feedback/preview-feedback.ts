import { DomainError } from '@course-grading/domain'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'

export const previewFeedback =
  ({ renderFeedback }: Pick<Deps, 'renderFeedback'>): FrontendHandler<'previewFeedback'> =>
  async ({ body: { body }, caller: { userId }, deadline }) => {
    const rendered = await renderFeedback(userId, [body], deadline())
    if (!rendered.ok)
      throw new DomainError('validation_failed', {
        issues: [{ path: '$.body', code: 'too_long', message: rendered.message }],
      })
    return { status: 200, body: { html: rendered.html[0] ?? '' } }
  }
