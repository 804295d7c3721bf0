import { isBuiltInTag } from '@course-grading/domain/students/is-built-in-tag'
import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { placeOf } from '../layout/course-of.ts'
import { nameOfExercise } from '../layout/names.ts'
import { pageRoute } from '../layout/page-route.ts'
import { gradedCourse } from '../rubrics/rubric-of.ts'
import { filterIn, queryOf } from './submission-filter.ts'
import { SubmissionsPage } from './submissions-page.tsx'

const rowsAtOnce = 50

/** The submissions of a course, narrowed by the address. */
export function submissions(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'submissions',
    path: '/courses/:courseId/submissions',
    show: async (ctx, visit) => {
      const { boundary, requestId, texts, locale } = visit
      const course = gradedCourse(ctx, visit)
      const params = { courseId: course.courseId }
      const { searchParams } = ctx.URL
      const filter = filterIn(searchParams)
      const cursor = searchParams.get('cursor') ?? undefined
      const query = { ...queryOf(filter), limit: rowsAtOnce, cursor }
      const isTeacher = course.roles.includes('teacher')
      const [list, snapshot, progress] = await Promise.all([
        boundary.listSubmissions({ params, query, requestId }).then(({ body }) => body),
        boundary.getCourseSnapshot({ params, requestId }).then(({ body }) => body),
        isTeacher ? boundary.getGradingProgress({ params, requestId }).then(({ body }) => body) : null,
      ])
      const exercises = snapshot.modules.flatMap((module) => module.exercises).filter(({ manual }) => manual)
      const { title } = texts.submissions
      return {
        title,
        within: { course, at: 'submissions' },
        places: [placeOf(course, locale), { name: title }],
        content: (
          <SubmissionsPage
            texts={texts}
            locale={locale}
            courseId={course.courseId}
            filter={filter}
            rows={list.items}
            nextCursor={list.nextCursor}
            choices={{
              exercise: exercises.map(({ exerciseId, name }) => [
                String(exerciseId),
                nameOfExercise({ exerciseId, exerciseName: name }, texts, locale),
              ]),
              grader: (progress?.graders ?? []).map(({ person }) => [String(person.userId), person.fullName]),
              tag: (snapshot.tags ?? []).filter(({ slug }) => !isBuiltInTag(slug)).map(({ slug }) => [slug, slug]),
            }}
          />
        ),
      }
    },
  })
}
