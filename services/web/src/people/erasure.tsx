import type { StudentPage } from '@course-grading/contracts/students/student'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { orRefused } from '../http/or-refused.ts'
import type { Visit } from '../http/visit.ts'
import type { Fault } from '../islands/forms/form-look.ts'
import { placeOf } from '../layout/course-of.ts'
import { formRoute } from '../layout/forms/form-route.tsx'
import type { Page } from '../layout/show-page.tsx'
import { taughtCourse } from '../rubrics/rubric-of.ts'
import { ErasurePage } from './erasure-page.tsx'
import { studentsPath } from './people-paths.ts'
import { nameOf, plain } from './student-page.tsx'
import { paramsOf, placesOf, readPerson } from './student.tsx'

/** A page of its own, since nothing brings back what is erased. */
export function erasure(router: Router, deps: Deps): void {
  formRoute(router, deps, {
    name: 'erasure',
    path: '/courses/:courseId/students/:userId/erase',
    limits: { bytes: 16_384, fields: 8 },
    show: async (ctx, visit) => draw(ctx, visit, await personIn(ctx, visit), { typed: '', faults: [] }),
    answer: async (ctx, visit, form) => {
      const person = await personIn(ctx, visit)
      const { name, otherName } = visit.texts.people.erasure
      const typed = form.get('name') ?? ''
      const again = (status: number, faults: readonly Fault[], now = person) => ({
        status,
        page: draw(ctx, visit, now, { typed, faults }),
      })
      if (plain(typed) !== plain(nameOf(person))) return again(400, [{ field: 'name', title: name, text: otherName }])
      const { boundary, requestId } = visit
      const params = paramsOf(ctx)
      const erasing = boundary.eraseStudentData({ params, requestId })
      const isErased = await orRefused(
        erasing.then(() => true),
        ({ status }) => (status === 409 ? false : undefined),
      )
      if (isErased) return `${studentsPath(params.courseId)}?done=erased`
      // The deliveries in the way may be others than the page showed, or have ended since.
      const now = await personIn(ctx, visit)
      const text = visit.texts.grading.refusals.delivery_pending
      return again(409, now.unsettled.length > 0 ? [] : [{ field: null, title: null, text }], now)
    },
  })
}

async function personIn(ctx: RouterContext, visit: Visit): Promise<StudentPage> {
  taughtCourse(ctx, visit)
  return await readPerson(visit, paramsOf(ctx))
}

function draw(
  ctx: RouterContext,
  visit: Visit,
  person: StudentPage,
  form: { readonly typed: string; readonly faults: readonly Fault[] },
): Page {
  const course = taughtCourse(ctx, visit)
  const { courseId } = course
  const { title, button } = visit.texts.people.erasure
  return {
    title: title(nameOf(person)),
    within: { course, at: 'students' },
    places: [placeOf(course, visit.locale), ...placesOf(visit, { courseId, person, name: button })],
    content: <ErasurePage visit={visit} courseId={courseId} person={person} form={form} />,
  }
}
