import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import { pageRoute } from '../layout/page-route.ts'
import { FeedbackList } from './feedback-list.tsx'

/** What was released to the person in all courses or in one, a page of rows at a time. */
export function myFeedback(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'myFeedback',
    path: '/feedback',
    show: async (ctx, { boundary, requestId, texts, locale }) => {
      const { searchParams } = ctx.URL
      const courseId = searchParams.has('course') ? readId(searchParams.get('course') ?? '') : null
      const query = { courseId: courseId ?? undefined, limit: 50, cursor: searchParams.get('cursor') ?? undefined }
      const { body } = await boundary.listMyFeedback({ query, requestId })
      return {
        title: texts.feedback.title,
        content: (
          <>
            <h1>{texts.feedback.title}</h1>
            <FeedbackList texts={texts} locale={locale} page={body} courseId={courseId} isWholePage />
          </>
        ),
      }
    },
  })
}
