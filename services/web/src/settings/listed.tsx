import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import type { Fault, FormLook } from '../islands/forms/form-look.ts'
import { placeOf, placeOfSettings, taughtCourseOf } from '../layout/course-of.ts'
import { faultsOf } from '../layout/forms/faults.ts'
import { FormFrame } from '../layout/forms/form-frame.tsx'
import { formRoute } from '../layout/forms/form-route.tsx'
import { readSent } from '../layout/forms/read-sent.ts'
import type { Page } from '../layout/show-page.tsx'
import { settingsPlace } from './settings-faults.ts'
import { readSettings, readSettingsAt, writeSettings } from './write-settings.ts'

/** Whether students find the course here. The whole settings are written, and only this field of them is changed. */
export function listed(router: Router, deps: Deps): void {
  formRoute(router, deps, {
    name: 'listed',
    path: '/courses/:courseId/settings/listed',
    limits: { bytes: 4_096, fields: 8 },
    show: async (ctx, visit) => {
      const course = courseIn(ctx, visit)
      const { revision, document } = await readSettings(visit, course.courseId)
      return draw(visit, course, { revision, isListed: document.listed, faults: [] })
    },
    answer: async (ctx, visit, form) => {
      const course = courseIn(ctx, visit)
      const { courseId } = course
      const base = await readSettingsAt(visit, courseId, readSent(form).revision)
      const mine = { ...base.document, listed: form.has('listed') }
      const refused = await writeSettings(visit, { courseId, base, mine })
      if (refused === null) return `/courses/${courseId}`
      const faults = faultsOf(refused, visit.texts, (path) =>
        settingsPlace(path, { texts: visit.texts, courseId, mine: refused.mine }),
      )
      const { revision, document } = refused.base
      return { status: refused.status, page: draw(visit, course, { revision, isListed: document.listed, faults }) }
    },
  })
}

const courseIn = (ctx: RouterContext, visit: Visit): CourseBrief =>
  taughtCourseOf(visit, readId(ctx.params['courseId']))

interface ListedForm {
  readonly revision: number
  readonly isListed: boolean
  readonly faults: readonly Fault[]
}

function draw(visit: Visit, course: CourseBrief, { revision, isListed, faults }: ListedForm): Page {
  const { texts, locale, session } = visit
  const { title, lead, isShown, button, hide } = texts.overview.listed
  const look: FormLook = { texts, revision, faults, standing: null, focus: null }
  return {
    title,
    within: { course, at: 'settings' },
    places: [placeOf(course, locale), placeOfSettings(course, texts), { name: title }],
    content: (
      <section class="reading">
        <h1>{title}</h1>
        <p>{isListed ? isShown : lead}</p>
        <FormFrame
          look={look}
          userId={session.user.userId}
          action={`/courses/${course.courseId}/settings/listed`}
          titleOf={(field) => field}
        >
          {!isListed && <input type="hidden" name="listed" value="on" />}
          <button class={isListed ? undefined : 'main'} name="press" value="save">
            {isListed ? hide : button}
          </button>
        </FormFrame>
      </section>
    ),
  }
}
