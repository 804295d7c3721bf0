import { bodyLimitBytes } from '@course-grading/contracts/operation/limits'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import { FrontendTransportError } from '@course-grading/frontend-transport'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import type { Fault } from '../islands/forms/form-look.ts'
import { placeOf, placeOfSettings, taughtCourseOf } from '../layout/course-of.ts'
import { formRoute, type Redrawn } from '../layout/forms/form-route.tsx'
import { readSent } from '../layout/forms/read-sent.ts'
import type { Page } from '../layout/show-page.tsx'
import { csvRows } from './csv-rows.ts'
import { digestOf, GradersFilePage, type GradersFile } from './graders-file-page.tsx'
import { faultsOfFile } from './graders-file-faults.ts'
import { type GradersPlan, planOf } from './graders-plan.ts'
import { readSettings, readSettingsAt } from './write-settings.ts'

/** Replaces all graders by a file, which is first only checked. */
export function gradersFile(router: Router, deps: Deps): void {
  formRoute(router, deps, {
    name: 'gradersFile',
    path: '/courses/:courseId/settings/graders/file',
    limits: { bytes: bodyLimitBytes, fields: 16 },
    isUpload: true,
    show: async (ctx, visit) => {
      const course = courseIn(ctx, visit)
      const { revision } = await readSettings(visit, course.courseId)
      return draw(visit, course, { ...untouched, revision, csv: '' })
    },
    answer: async (ctx, visit, form) => {
      const course = courseIn(ctx, visit)
      const { press, revision } = readSent(form)
      const file = form.get('file') ?? ''
      const csv = file === '' ? (form.get('csv') ?? '') : file
      const isChecked = (form.get('checked') ?? digestOf(csv)) === digestOf(csv)
      if (!isChecked || (press !== 'replace' && press !== 'empty')) return await check({ visit, course, csv })
      const refused = await importFile(visit, { course, csv, revision, allowEmpty: press === 'empty' })
      if (refused === null) return `/courses/${course.courseId}/settings/graders?saved`
      return await check({ visit, course, csv, status: refused.status ?? 400 })
    },
  })
}

const untouched = { faults: [], plan: null, standing: null, isEmpty: false } as const

const courseIn = (ctx: RouterContext, visit: Visit): CourseBrief =>
  taughtCourseOf(visit, readId(ctx.params['courseId']))

interface Check {
  readonly visit: Visit
  readonly course: CourseBrief
  readonly csv: string
  /** Of a write that was refused: somebody else wrote, or the file is wrong now. */
  readonly status?: number
}

/** Says what a file would change of the graders that stand now, or what is wrong with it. */
async function check({ visit, course, csv, status = 200 }: Check): Promise<Redrawn> {
  const { boundary, requestId, texts } = visit
  const { courseId } = course
  const { revision } = await readSettings(visit, courseId)
  const at = await readSettingsAt(visit, courseId, revision)
  const standing =
    status === 412 ? { fields: new Map<string, string>(), written: { by: at.by.fullName, at: at.at } } : null
  const again = (answered: number, drawn: Partial<GradersFile>): Redrawn => ({
    status: answered,
    page: draw(visit, course, { ...untouched, revision, csv, standing, ...drawn }),
  })
  // A byte of the file that was no UTF-8 has become this character.
  if (csv.includes('\uFFFD')) return again(400, { faults: [faultOf(texts.gradersFile.notUtf8)] })
  const found = await asFile(
    boundary
      .importGraders({ params: { courseId }, query: { dryRun: true }, body: csv, ifMatch: `"${revision}"`, requestId })
      .then(({ body }) => body.graders),
  )
  if (!(found instanceof FrontendTransportError)) {
    const plan: GradersPlan = planOf({ before: at.document.graders, after: found, rows: csvRows(csv) })
    return again(status, { plan: { ...plan, names: await namesIn(visit, courseId) } })
  }
  const isEmpty = found.fieldErrors.some(({ path, code }) => path === '$.rows' && code === 'too_short')
  if (isEmpty) return again(400, { isEmpty, graders: at.document.graders.length })
  return again(400, { faults: faultsOfFile(found, texts, csvRows(csv)) })
}

const faultOf = (text: string): Fault => ({ field: null, title: null, text })

async function namesIn({ boundary, requestId }: Visit, courseId: number): Promise<ReadonlyMap<number | null, string>> {
  const { body } = await boundary.getGradingProgress({ params: { courseId }, query: {}, requestId })
  return new Map(
    [...body.graders.map(({ person }) => person), ...body.staff].map((each) => [each.userId, each.fullName]),
  )
}

interface Import {
  readonly course: CourseBrief
  readonly csv: string
  readonly revision: number
  readonly allowEmpty: boolean
}

/** Resolves to null once the file is written, and else to what is wrong with it. */
async function importFile(visit: Visit, { course, csv, revision, allowEmpty }: Import) {
  const { boundary, requestId } = visit
  const params = { courseId: course.courseId }
  const query = allowEmpty ? { allowEmpty } : {}
  const importing = boundary.importGraders({ params, query, body: csv, ifMatch: `"${revision}"`, requestId })
  const refused = await asFile(importing.then(() => null))
  return refused
}

/** Resolves to the refusal of a file, too. */
async function asFile<Value>(asking: Promise<Value>): Promise<Value | FrontendTransportError> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof FrontendTransportError && [400, 412].includes(error.status ?? 0)) return error
    throw error
  }
}

function draw(visit: Visit, course: CourseBrief, file: GradersFile): Page {
  const { texts, locale } = visit
  const { title } = texts.gradersFile
  const path = `/courses/${course.courseId}/settings/graders`
  return {
    title,
    within: { course, at: 'settings' },
    places: [
      placeOf(course, locale),
      placeOfSettings(course, texts),
      { name: texts.graders.title, path },
      { name: title },
    ],
    content: <GradersFilePage visit={visit} path={path} file={file} />,
  }
}
