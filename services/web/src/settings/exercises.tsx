import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import type { Snapshot } from '@course-grading/contracts/snapshots/snapshot'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { placeOf, placeOfSettings, taughtCourseOf } from '../layout/course-of.ts'
import { faultsOf } from '../layout/forms/faults.ts'
import { formRoute } from '../layout/forms/form-route.tsx'
import { readSent } from '../layout/forms/read-sent.ts'
import type { Page } from '../layout/show-page.tsx'
import { ExercisesPage } from './exercises-page.tsx'
import { exerciseField, type ExercisesForm, exerciseOfField } from './exercises-form.ts'
import { settingsPlace } from './settings-faults.ts'
import { readSettings, readSettingsAt, writeSettings } from './write-settings.ts'

/**
 * Which exercises are graded by hand. The whole settings are written, and only this field of them is changed: it is a set, so that what
 * two people change in it is never the same.
 */
export function exercises(router: Router, deps: Deps): void {
  formRoute(router, deps, {
    name: 'exercisesByHand',
    path: '/courses/:courseId/settings/exercises',
    // 1,000 exercises, and as many of which nobody chose more than a module.
    limits: { bytes: 131_072, fields: 2_100 },
    show: async (ctx, visit) => {
      const course = courseIn(ctx, visit)
      const [snapshot, { revision, document }] = await Promise.all([
        readSnapshot(visit, course),
        readSettings(visit, course.courseId),
      ])
      const listed = document.manualGradingExercises
      const isSaved = ctx.URL.searchParams.has('saved')
      return draw(visit, course, snapshot, { revision, listed, chosen: new Set(listed), faults: [], isSaved })
    },
    answer: async (ctx, visit, form) => {
      const course = courseIn(ctx, visit)
      const sent = readSent(form)
      const base = await readSettingsAt(visit, course.courseId, sent.revision)
      const mine = { ...base.document, manualGradingExercises: [...readChosen(form)] }
      const refused = await writeSettings(visit, { courseId: course.courseId, base, mine })
      if (refused === null) return `${ctx.path}?saved`
      const now = refused.base
      const page = draw(visit, course, await readSnapshot(visit, course), {
        revision: now.revision,
        listed: now.document.manualGradingExercises,
        chosen: new Set(refused.mine.manualGradingExercises),
        faults: faultsOf(refused, visit.texts, (path) => ownPlace(path, { visit, course, mine: refused.mine })),
        isSaved: false,
      })
      return { status: refused.status, page }
    },
  })
}

const courseIn = (ctx: RouterContext, visit: Visit): CourseBrief =>
  taughtCourseOf(visit, readId(ctx.params['courseId']))

async function readSnapshot({ boundary, requestId }: Visit, { courseId }: CourseBrief): Promise<Snapshot> {
  return (await boundary.getCourseSnapshot({ params: { courseId }, requestId })).body
}

const readChosen = (form: URLSearchParams): Set<number> =>
  new Set([...form.keys()].flatMap((name) => exerciseOfField(name) ?? []))

function ownPlace(
  path: string,
  { visit: { texts }, course: { courseId }, mine }: { visit: Visit; course: CourseBrief; mine: CourseSettingsUpdate },
) {
  const place = settingsPlace(path, { texts, courseId, mine })
  const [, entry] = /^\$\.manualGradingExercises\[(\d+)\]/.exec(path) ?? []
  const id = entry === undefined ? undefined : mine.manualGradingExercises[Number(entry)]
  return place && id !== undefined ? { ...place, field: exerciseField(id) } : place
}

function draw(visit: Visit, course: CourseBrief, snapshot: Snapshot, form: ExercisesForm): Page {
  const { texts, locale } = visit
  const { title } = texts.settings.exercises
  return {
    title,
    within: { course, at: 'settings' },
    places: [placeOf(course, locale), placeOfSettings(course, texts), { name: title }],
    content: <ExercisesPage visit={visit} courseId={course.courseId} snapshot={snapshot} form={form} />,
  }
}
