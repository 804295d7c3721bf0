import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { orRefused } from '../http/or-refused.ts'
import { readId, readRecordId } from '../http/read-id.ts'
import { languageOfText, localizedText } from '../islands/display/localized-text.ts'
import { pageRoute } from '../layout/page-route.ts'
import { writeRoute } from '../layout/write-route.tsx'
import { gradedCourse } from '../rubrics/rubric-of.ts'
import { ownComment } from './find-comment.ts'
import { commentsPath, placesBelow, shownComments } from './shown-comments.ts'

const path = '/courses/:courseId/comments/:snippetId/retire'

/** A page of its own, since nothing brings the comment back. */
export function retireComment(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'showCommentRetire',
    path,
    show: async (ctx, visit) => {
      const { texts, locale } = visit
      const course = gradedCourse(ctx, visit)
      const { snippetId, label, text, useCount, revision } = await ownComment(ctx, visit, course)
      const { retire, retirement } = texts.comments
      const list = (below?: string) => commentsPath(course.courseId, below, shownComments(ctx))
      return {
        title: [retire, label].join(' · '),
        within: { course, at: 'comments' },
        places: placesBelow(visit, course, retire),
        content: (
          <div class="reading">
            <h1>{retirement.title(label)}</h1>
            <p class="source" lang={languageOfText(text, locale)}>
              {localizedText(text, locale)}
            </p>
            <p>{retirement.final(useCount)}</p>
            <form method="post" action={list(`/${snippetId}/retire`)}>
              <input type="hidden" name="revision" value={revision} />
              <button>{retire}</button>
            </form>
            <p>
              <a href={list()}>{retirement.notNow}</a>
            </p>
          </div>
        ),
      }
    },
  })
  writeRoute(router, deps, {
    name: 'commentRetire',
    path,
    limits: { bytes: 4_096, fields: 10 },
    write: async (ctx, { boundary, requestId, ...visit }, form) => {
      const { courseId } = gradedCourse(ctx, { boundary, requestId, ...visit })
      const params = { snippetId: readRecordId(ctx.params['snippetId']) }
      const ifMatch = `"${readId(form.get('revision') ?? undefined)}"`
      const after = (done: string) => commentsPath(courseId, '', shownComments(ctx), done)
      return await orRefused(
        boundary.retireSnippet({ params, ifMatch, requestId }).then(() => after('retired')),
        ({ status }) => (status === 409 || status === 412 ? after('changed') : undefined),
      )
    },
  })
}
