import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { placeOf } from '../layout/course-of.ts'
import { pageRoute } from '../layout/page-route.ts'
import { readExerciseNames } from './exercise-names.ts'
import { gradedCourse, teaches } from './rubric-of.ts'
import { RubricsPage } from './rubrics-page.tsx'

const rubricsAtOnce = 50

export function rubrics(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'rubrics',
    path: '/courses/:courseId/rubrics',
    show: async (ctx, visit) => {
      const { boundary, requestId, texts, locale } = visit
      const course = gradedCourse(ctx, visit)
      const { courseId } = course
      const query = { limit: rubricsAtOnce, cursor: ctx.URL.searchParams.get('cursor') ?? undefined }
      const [{ body }, names] = await Promise.all([
        boundary.listRubrics({ params: { courseId }, query, requestId }),
        readExerciseNames(visit, courseId),
      ])
      return {
        title: texts.rubrics.title,
        within: { course, at: 'rubrics' },
        places: [placeOf(course, locale), { name: texts.rubrics.title }],
        content: (
          <RubricsPage
            texts={texts}
            locale={locale}
            courseId={courseId}
            teaches={teaches(course)}
            names={names}
            rubrics={body.items}
            nextCursor={body.nextCursor}
          />
        ),
      }
    },
  })
}
