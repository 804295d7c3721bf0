import { bodyLimitBytes } from '@course-grading/contracts/operation/limits'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { inTurn } from '../http/in-turn.ts'
import { readId } from '../http/read-id.ts'
import { readPages } from '../http/read-pages.ts'
import { turnOf } from '../http/turns.ts'
import type { Visit } from '../http/visit.ts'
import { placeOf, placeOfSettings, taughtCourseOf } from '../layout/course-of.ts'
import { faultsOf } from '../layout/forms/faults.ts'
import { formRoute, type Redrawn } from '../layout/forms/form-route.tsx'
import { readPress, readSent } from '../layout/forms/read-sent.ts'
import type { Page } from '../layout/show-page.tsx'
import { findGrader } from './find-grader.ts'
import { type GradersFields, graderOf, newGrader, openGrader, readGradersFields, withGrader } from './graders-fields.ts'
import { type GradersForm, graderOfLine, type GradersPageData, lineOf } from './graders-form.ts'
import { GradersPage } from './graders-page.tsx'
import { describeGrader } from './grader-line.tsx'
import { settingsPlace } from './settings-faults.ts'
import { readSettings, readSettingsAt, type SettingsAt, writeSettings } from './write-settings.ts'

/** Who grades in a course. The whole settings are written, and only this field of them is changed. */
export function graders(router: Router, deps: Deps): void {
  formRoute(router, deps, {
    name: 'graders',
    path: '/courses/:courseId/settings/graders',
    limits: { bytes: bodyLimitBytes, fields: 2_000 },
    show: async (ctx, visit) => {
      const course = courseIn(ctx, visit)
      const { revision } = await readSettings(visit, course.courseId)
      const at = await readSettingsAt(visit, course.courseId, revision)
      const isSaved = ctx.URL.searchParams.has('saved')
      const fields = { graders: at.document.graders, open: null }
      return await draw(visit, course, at, { ...untouched, revision, fields, isSaved })
    },
    answer: async (ctx, visit, form) => {
      const course = courseIn(ctx, visit)
      const sent = readSent(form)
      const fields = await inTurn(turnOf(ctx).caller(), () => readGradersFields(form))
      const at = await readSettingsAt(visit, course.courseId, sent.revision)
      const change: Change = { visit, course, at, stale: sent.stale, fields }
      const { action, row } = readPress(sent.press)
      if (action === 'use') return await takeStanding(change, row)
      const closed = await closeLine(change)
      if ('page' in closed) return closed
      if (action === 'save') return (await save({ ...change, fields: closed })) ?? `${ctx.path}?saved`
      const { next, focus } = press(closed, { action, row }, at)
      return await again(change, { fields: next, focus })
    },
  })
}

const untouched = { faults: [], standing: null, focus: null } as const

const courseIn = (ctx: RouterContext, visit: Visit): CourseBrief =>
  taughtCourseOf(visit, readId(ctx.params['courseId']))

/** What was sent, over what it was drawn from. */
interface Change {
  readonly visit: Visit
  readonly course: CourseBrief
  readonly at: SettingsAt
  /** The lines under which what stands is shown. */
  readonly stale: readonly string[]
  readonly fields: GradersFields
}

/** The page as typed, but for what `form` says. */
async function again(
  { visit, course, at, stale, fields }: Change,
  form: Partial<GradersForm>,
  status = 200,
): Promise<Redrawn> {
  const standing = standingOf(at, stale, visit)
  const page = await draw(visit, course, at, { ...untouched, revision: at.revision, fields, standing, ...form })
  return { status, page }
}

function standingOf({ document, by, at }: SettingsAt, stale: readonly string[], visit: Visit) {
  const fields = stale.flatMap((line) => {
    const userId = graderOfLine(line)
    const grader = document.graders.find((each) => each.userId === userId)
    return userId === null ? [] : [[line, describeGrader(grader ?? null, visit)] as const]
  })
  return { fields: new Map(fields), written: { by: by.fullName, at } }
}

/** Takes the open line into the list; or draws the page again, where it names nobody. */
async function closeLine(change: Change): Promise<GradersFields | Redrawn> {
  const { visit, course, fields } = change
  const { open, graders } = fields
  if (open === null || (open.userId === null && open.person === '' && open.staff === '')) return { graders, open: null }
  const found = await findGrader(visit, course.courseId, open)
  const { persons, fields: titles } = visit.texts.graders
  const { byCode } = visit.texts.forms
  const refuse = (text: string) =>
    again(change, { faults: [{ field: 'person-typed', title: titles.person, text }] }, 400)
  if ('code' in found) return await refuse(persons[found.code as keyof typeof persons] ?? byCode.required)
  const isThere = open.userId === null && graders.some(({ userId }) => userId === found.userId)
  if (isThere) return await refuse(byCode.duplicate)
  return { graders: withGrader(graders, graderOf(open, found.userId)), open: null }
}

/** What a button of a line does to the list. */
function press(
  fields: GradersFields,
  { action, row }: { readonly action: string; readonly row: string },
  { document: { languages } }: SettingsAt,
): { readonly next: GradersFields; readonly focus: string } {
  const { graders } = fields
  const place = graders.findIndex(({ userId }) => String(userId) === row)
  const grader = graders[place]
  if (action === 'add') return { next: { graders, open: newGrader(languages) }, focus: 'staff' }
  if (grader === undefined) return { next: fields, focus: 'add' }
  if (action === 'change') return { next: { graders, open: openGrader(grader) }, focus: 'languages' }
  if (action !== 'remove') return { next: fields, focus: `change:${row}` }
  const left = graders.filter((each) => each !== grader)
  const after = left[place] ?? left.at(-1)
  return { next: { graders: left, open: null }, focus: after ? `remove:${after.userId}` : 'add' }
}

async function takeStanding(change: Change, line: string): Promise<Redrawn> {
  const { at, fields, stale } = change
  const userId = graderOfLine(line)
  const standing = at.document.graders.find((grader) => grader.userId === userId)
  const graders = standing
    ? withGrader(fields.graders, standing)
    : fields.graders.filter((each) => each.userId !== userId)
  const open = fields.open?.userId === userId ? null : fields.open
  const focus = standing ? `change:${userId}` : 'add'
  return await again(
    { ...change, stale: stale.filter((other) => other !== line) },
    { fields: { graders, open }, focus },
  )
}

/** Resolves to null once it is written. */
async function save(change: Change): Promise<Redrawn | null> {
  const { visit, course, at, fields } = change
  const { courseId } = course
  const mine = { ...at.document, graders: [...fields.graders] }
  const refused = await writeSettings(visit, { courseId, base: at, mine })
  if (refused === null) return null
  const { base, mine: merged, conflicts, status } = refused
  const now = base.revision === at.revision ? at : await readSettingsAt(visit, courseId, base.revision)
  const faulty = refused.fieldErrors.flatMap(({ path }) => {
    const [, entry] = /^\$\.graders\[(\d+)\]\.(?!userId)/.exec(path) ?? []
    return merged.graders[Number(entry ?? -1)] ?? []
  })[0]
  const faults = faultsOf(refused, visit.texts, (path) => {
    const place = settingsPlace(path, { texts: visit.texts, courseId, mine: merged })
    const [, entry, field = ''] = /^\$\.graders\[(\d+)\]\.(\w+)/.exec(path) ?? []
    const grader = merged.graders[Number(entry ?? -1)]
    if (place === null || grader === undefined) return place
    return { ...place, field: grader === faulty && field !== 'userId' ? field : lineOf(grader.userId) }
  })
  const stale = [...new Set(conflicts.flatMap((path) => /^\$\.graders\[\?@\.userId==(\d+)\]/.exec(path)?.[1] ?? []))]
  return await again(
    { ...change, at: now, stale: stale.map((userId) => lineOf(Number(userId))) },
    { faults, fields: { graders: merged.graders, open: faulty ? openGrader(faulty) : null } },
    status,
  )
}

async function draw(visit: Visit, course: CourseBrief, at: SettingsAt, form: GradersForm): Promise<Page> {
  const { boundary, requestId, texts, locale } = visit
  const params = { courseId: course.courseId }
  const [{ body: progress }, queues] = await Promise.all([
    boundary.getGradingProgress({ params, query: {}, requestId }),
    readPages((page) => boundary.listQueues({ params, query: page, requestId })),
  ])
  const data: GradersPageData = {
    progress,
    waiting: queues.items.reduce((sum, { waiting }) => sum + waiting, 0),
    languages: at.document.languages,
    tags: at.tags,
  }
  const { title } = texts.graders
  return {
    title,
    within: { course, at: 'settings' },
    places: [placeOf(course, locale), placeOfSettings(course, texts), { name: title }],
    content: <GradersPage visit={visit} courseId={course.courseId} data={data} form={form} />,
  }
}
