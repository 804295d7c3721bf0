import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { placeOf } from '../layout/course-of.ts'
import { pageRoute } from '../layout/page-route.ts'
import { readExerciseNames } from '../rubrics/exercise-names.ts'
import { gradedCourse } from '../rubrics/rubric-of.ts'
import { CommentsPage } from './comments-page.tsx'
import { queryOf, shownComments } from './shown-comments.ts'

export function comments(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'comments',
    path: '/courses/:courseId/comments',
    show: async (ctx, visit) => {
      const { boundary, requestId, texts, locale } = visit
      const course = gradedCourse(ctx, visit)
      const { courseId } = course
      const shown = shownComments(ctx)
      const [{ body }, names] = await Promise.all([
        boundary.listSnippets({ params: { courseId }, query: queryOf(shown), requestId }),
        readExerciseNames(visit, courseId),
      ])
      const { title, done } = texts.comments
      const what = ctx.URL.searchParams.get('done') ?? ''
      return {
        title,
        within: { course, at: 'comments' },
        places: [placeOf(course, locale), { name: title }],
        content: (
          <CommentsPage
            texts={texts}
            locale={locale}
            course={course}
            shown={shown}
            names={names}
            comments={body.items}
            nextCursor={body.nextCursor}
            said={Object.hasOwn(done, what) ? done[what as keyof typeof done] : null}
          />
        ),
      }
    },
  })
}
