import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { orRefused } from '../http/or-refused.ts'
import { readId, readRecordId } from '../http/read-id.ts'
import { placeOf } from '../layout/course-of.ts'
import { pageRoute } from '../layout/page-route.ts'
import { writeRoute } from '../layout/write-route.tsx'
import { Press } from '../rubrics/rubric-actions.tsx'
import { gradedCourse } from '../rubrics/rubric-of.ts'
import { readText } from './feedback-fields.ts'
import { personPath, textPath } from './people-paths.ts'
import { nameOf } from './student-page.tsx'
import { placesOf, readPerson } from './student.tsx'

const path = '/courses/:courseId/feedback/:id/delete'

/** A page of its own, since nothing brings the text back. */
export function deleteText(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'showTextDelete',
    path,
    show: async (ctx, visit) => {
      const course = gradedCourse(ctx, visit)
      const { courseId } = course
      const document = await readText(ctx, visit)
      const person = await readPerson(visit, { courseId, userId: document.target.userId })
      const { remove, deletion } = visit.texts.people.text
      return {
        title: remove,
        within: { course, at: 'students' },
        places: [placeOf(course, visit.locale), ...placesOf(visit, { courseId, person, name: remove })],
        content: (
          <div class="reading">
            <h1>{deletion.title(nameOf(person))}</h1>
            <p>{deletion.final}</p>
            <Press action={`${textPath(document)}/delete`} rubric={document} text={remove} />
            <p>
              <a href={textPath(document)}>{deletion.keep}</a>
            </p>
          </div>
        ),
      }
    },
  })
  writeRoute(router, deps, {
    name: 'textDelete',
    path,
    limits: { bytes: 4_096, fields: 4 },
    write: async (ctx, visit, form) => {
      const { boundary, requestId } = visit
      const { courseId } = gradedCourse(ctx, visit)
      const id = readRecordId(ctx.params['id'])
      const { target } = await readText(ctx, visit)
      const ifMatch = `"${readId(form.get('revision') ?? undefined)}"`
      return await orRefused(
        boundary
          .deleteFeedback({ params: { id }, ifMatch, requestId })
          .then(() => personPath({ courseId, userId: target.userId })),
        ({ status }) => (status === 409 || status === 412 ? `${textPath({ courseId, id })}?done=notDone` : undefined),
      )
    },
  })
}
