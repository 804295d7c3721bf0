import { isBuiltInTag } from '@course-grading/domain/students/is-built-in-tag'
import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { gradedCourse } from '../rubrics/rubric-of.ts'
import { pageRoute } from '../layout/page-route.ts'
import { placeOf } from '../layout/course-of.ts'
import { filterOf, shownStudentsOf } from './shown-students.ts'
import { StudentsPage } from './students-page.tsx'

const rowsAtOnce = 50

/** The students whom the person may grade or give feedback to. */
export function students(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'students',
    path: '/courses/:courseId/students',
    show: async (ctx, visit) => {
      const { boundary, requestId, texts, locale } = visit
      const course = gradedCourse(ctx, visit)
      const params = { courseId: course.courseId }
      const { searchParams } = ctx.URL
      const shown = shownStudentsOf(searchParams)
      const query = { ...filterOf(shown), limit: rowsAtOnce, cursor: searchParams.get('cursor') ?? undefined }
      const [{ body: page }, { body: snapshot }] = await Promise.all([
        boundary.listStudents({ params, query, requestId }),
        boundary.getCourseSnapshot({ params, requestId }),
      ])
      const { title } = texts.people
      return {
        title,
        within: { course, at: 'students' },
        places: [placeOf(course, locale), { name: title }],
        content: (
          <StudentsPage
            texts={texts}
            courseId={course.courseId}
            shown={shown}
            tags={(snapshot.tags ?? []).flatMap(({ slug }) => (isBuiltInTag(slug) ? [] : slug))}
            page={page}
            isErased={searchParams.get('done') === 'erased'}
          />
        ),
      }
    },
  })
}
