import type { StudentPage } from '@course-grading/contracts/students/student'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { fileRoute } from '../http/file-route.ts'
import { orRefused } from '../http/or-refused.ts'
import { readId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { placeOf, type Place } from '../layout/course-of.ts'
import { pageRoute } from '../layout/page-route.ts'
import { writeRoute } from '../layout/write-route.tsx'
import { gradedCourse } from '../rubrics/rubric-of.ts'
import { personPath, studentsPath, textPath } from './people-paths.ts'
import { nameOf, OneStudentPage } from './student-page.tsx'

const path = '/courses/:courseId/students/:userId'

/** One person: work, points, and what is written to them. */
export function student(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'student',
    path,
    show: async (ctx, visit) => {
      const course = gradedCourse(ctx, visit)
      const { courseId } = course
      const [person, { body: view }] = await Promise.all([
        readPerson(visit, { courseId, userId: readId(ctx.params['userId']) }),
        visit.boundary.getCourse({ params: { courseId }, requestId: visit.requestId }),
      ])
      return {
        title: nameOf(person),
        within: { course, at: 'students' },
        places: [placeOf(course, visit.locale), ...placesOf(visit, { courseId, person })],
        content: (
          <OneStudentPage
            visit={visit}
            course={course}
            languages={view.languages}
            person={person}
            notice={ctx.URL.searchParams.get('notice')}
          />
        ),
      }
    },
  })
  writeRoute(router, deps, {
    name: 'writeFeedback',
    path: `${path}/feedback`,
    limits: { bytes: 4_096, fields: 4 },
    write: async (ctx, visit, form) => {
      const { courseId } = gradedCourse(ctx, visit)
      const userId = readId(ctx.params['userId'])
      const body = { userId, language: form.get('language') ?? '' }
      const { boundary, requestId } = visit
      return await orRefused(
        boundary
          .createFeedback({ params: { courseId }, body, requestId })
          .then(({ body: { id } }) => textPath({ courseId, id })),
        ({ status }) =>
          status === 400 || status === 404
            ? `${personPath({ courseId, userId })}?notice=${status === 400 ? 'full' : 'notWritten'}`
            : undefined,
      )
    },
  })
  fileRoute(router, deps, {
    name: 'personAsFile',
    path: `${path}/data.json`,
    ask: (boundary, ctx, call) => boundary.exportStudentData({ params: paramsOf(ctx), ...call }),
  })
}

export const paramsOf = ({ params }: RouterContext) => ({
  courseId: readId(params['courseId']),
  userId: readId(params['userId']),
})

export async function readPerson(
  { boundary, requestId }: Visit,
  params: { readonly courseId: number; readonly userId: number },
): Promise<StudentPage> {
  return (await boundary.getStudent({ params, requestId })).body
}

/** The places of a person's page, or of a page below it. */
export function placesOf(
  { texts }: Pick<Visit, 'texts'>,
  { courseId, person, name }: { readonly courseId: number; readonly person: StudentPage; readonly name?: string },
): Place[] {
  const all = { name: texts.people.title, path: studentsPath(courseId) }
  if (name === undefined) return [all, { name: nameOf(person) }]
  return [all, { name: nameOf(person), path: personPath({ courseId, userId: person.userId }) }, { name }]
}
