import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { CopiedGrading } from '@course-grading/contracts/grading/copy-course-grading'
import { HttpError } from '@course-grading/http-kit'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import { readPages } from '../http/read-pages.ts'
import type { Visit } from '../http/visit.ts'
import { placeOf, placeOfSettings, taughtCourseOf } from '../layout/course-of.ts'
import { formRoute, type Redrawn } from '../layout/forms/form-route.tsx'
import { readPress, readSent } from '../layout/forms/read-sent.ts'
import type { Page } from '../layout/show-page.tsx'
import {
  type CopyForm,
  type CopyReport,
  type CopySource,
  nextRequest,
  pairsAtOnce,
  proposedForm,
  readCopyForm,
} from './copy-form.ts'
import { CopyPage } from './copy-page.tsx'

/** Takes the grading of another course over, for a new term. What a request made is shown once, and repeating it makes nothing twice. */
export function copyCourse(router: Router, deps: Deps): void {
  formRoute(router, deps, {
    name: 'copyCourse',
    path: '/courses/:courseId/copy',
    // 1,000 exercises by hand.
    limits: { bytes: 65_536, fields: 1_010 },
    show: async (ctx, visit) => {
      const course = courseIn(ctx, visit)
      const other = sourcesOf(visit, course).find(
        ({ courseId }) => String(courseId) === ctx.URL.searchParams.get('from'),
      )
      const source = other === undefined ? null : await readSource(visit, course, other)
      return draw(visit, course, source, source && proposedForm(source))
    },
    answer: async (ctx, visit, form) => {
      const course = courseIn(ctx, visit)
      const other = sourcesOf(visit, course).find(({ courseId }) => String(courseId) === form.get('from'))
      if (other === undefined) throw new HttpError('not_found')
      const source = await readSource(visit, course, other)
      const { action, row } = readPress(readSent(form).press)
      const typed = readCopyForm(form, source)
      if (action === 'add') return redrawn(visit, course, source, added(visit, typed))
      return redrawn(visit, course, source, await copy(visit, course, source, { form: typed, start: Number(row) || 0 }))
    },
  })
}

const courseIn = (ctx: RouterContext, visit: Visit): CourseBrief =>
  taughtCourseOf(visit, readId(ctx.params['courseId']))

/** The other courses of the person that may be copied from. */
const sourcesOf = ({ session }: Visit, { courseId }: CourseBrief): CourseBrief[] =>
  session.courses.filter(
    (course) => course.courseId !== courseId && course.configured && course.roles.includes('teacher'),
  )

async function readSource(visit: Visit, course: CourseBrief, other: CourseBrief): Promise<CopySource> {
  const { boundary, requestId, texts } = visit
  const [from = [], to = []] = await Promise.all(
    [other, course].map(async ({ courseId }) => {
      const { items } = await readPages((query) => boundary.listQueues({ params: { courseId }, query, requestId }))
      return items.map(({ exerciseId, exerciseName }) => ({
        exerciseId,
        name: exerciseName ?? texts.course.exercise(exerciseId),
      }))
    }),
  )
  return { course: other, from, to }
}

/** The form after *Add*: what lacks one of its exercises stays as it is, with a fault. */
function added({ texts }: Visit, form: CopyForm): CopyForm {
  const { addFrom, addTo } = texts.copy.fields
  const fault = (field: string, title: string) => ({ field, title, text: texts.forms.byCode.required })
  const { from, to } = form.added
  if (from === '' && to === '' && form.rows.length > 0) return { ...form, focus: 'addTo' }
  const faults = [...(from === '' ? [fault('addFrom', addFrom)] : []), ...(to === '' ? [fault('addTo', addTo)] : [])]
  return { ...form, faults }
}

async function copy(
  visit: Visit,
  { courseId }: CourseBrief,
  source: CopySource,
  { form, start }: { readonly form: CopyForm; readonly start: number },
): Promise<CopyForm> {
  const { boundary, requestId } = visit
  const fromCourseId = source.course.courseId
  const exercises = form.chosen.slice(start, start + pairsAtOnce)
  const { body } = await boundary.copyCourseGrading({
    params: { courseId },
    body: { fromCourseId, exercises },
    requestId,
  })
  const next = nextRequest(body, start, form.chosen.length)
  return { ...form, report: { copied: body, ...(await readNames(visit, fromCourseId, body)), next } }
}

/** Of the rubrics and comments that the reply names. Comments that are here already need no name. */
async function readNames(
  { boundary, requestId }: Visit,
  courseId: number,
  { rubrics, leftOut }: CopiedGrading,
): Promise<Pick<CopyReport, 'titles' | 'labels'>> {
  const params = { courseId }
  const none = { items: [] }
  const [titles, labels] = await Promise.all([
    rubrics.length + leftOut.rubrics.length === 0
      ? none
      : readPages((query) => boundary.listRubrics({ params, query, requestId })),
    leftOut.snippets.some(({ reason }) => !['copied_before', 'ask_again'].includes(reason))
      ? readPages((query) => boundary.listSnippets({ params, query, requestId }))
      : none,
  ])
  return {
    titles: new Map(titles.items.map(({ rubricId, title }) => [rubricId, title])),
    labels: new Map(labels.items.map(({ snippetId, label }) => [snippetId, label])),
  }
}

/** What could not be done is a fault; all else is shown once. */
const redrawn = (visit: Visit, course: CourseBrief, source: CopySource, form: CopyForm): Redrawn => ({
  status: form.faults.length > 0 ? 400 : 200,
  page: draw(visit, course, source, form),
})

function draw(visit: Visit, course: CourseBrief, source: CopySource | null, form: CopyForm | null): Page {
  const { title } = visit.texts.copy
  return {
    title,
    within: { course, at: 'settings' },
    places: [placeOf(course, visit.locale), placeOfSettings(course, visit.texts), { name: title }],
    content: (
      <CopyPage
        visit={visit}
        courseId={course.courseId}
        sources={sourcesOf(visit, course)}
        copying={source && form && { source, form }}
      />
    ),
  }
}
