import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { pageRoute } from '../layout/page-route.ts'
import { FeedbackList } from './feedback-list.tsx'

/** What was released to the person in all courses, a page of rows at a time. */
export function myFeedback(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'myFeedback',
    path: '/feedback',
    show: async (ctx, { boundary, requestId, texts, locale }) => {
      const cursor = ctx.URL.searchParams.get('cursor') ?? undefined
      const { body } = await boundary.listMyFeedback({ query: { limit: 50, cursor }, requestId })
      return {
        title: texts.feedback.title,
        content: (
          <>
            <h1>{texts.feedback.title}</h1>
            <FeedbackList texts={texts} locale={locale} feedback={body.items} isWholePage />
            {body.nextCursor !== null && (
              <nav aria-label={texts.pages}>
                <a href={`/feedback?cursor=${encodeURIComponent(body.nextCursor)}`}>{texts.nextPage}</a>
              </nav>
            )}
          </>
        ),
      }
    },
  })
}
