import { bodyLimitBytes } from '@course-grading/contracts/operation/limits'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import { type CourseSettingsUpdate, courseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import { FrontendTransportError } from '@course-grading/frontend-transport'
import { compareThreeWays, mergeTheirs } from '@course-grading/settings-comparison/three-way'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import type { Fault } from '../islands/forms/form-look.ts'
import { placeOf, taughtCourseOf } from '../layout/course-of.ts'
import { type FaultPlace, faultsOf } from '../layout/forms/faults.ts'
import { formRoute, type Redrawn } from '../layout/forms/form-route.tsx'
import { readPress, readSent } from '../layout/forms/read-sent.ts'
import type { Page } from '../layout/show-page.tsx'
import { settingsPlace } from './settings-faults.ts'
import { isCompared, readSettingsForm } from './settings-fields.ts'
import { SettingsPage, type SettingsForm } from './settings-page.tsx'
import { readSettings, readSettingsAt, writeSettings } from './write-settings.ts'

/** The settings that have no page of their own. The whole of them is written, and only these fields are changed. */
export function settings(router: Router, deps: Deps): void {
  formRoute(router, deps, {
    name: 'settings',
    path: '/courses/:courseId/settings',
    // 242 highlighters, and as many tags as a course has.
    limits: { bytes: bodyLimitBytes, fields: 2_000 },
    show: async (ctx, visit) => {
      const course = courseIn(ctx, visit)
      const { revision } = await readSettings(visit, course.courseId)
      const at = await readSettingsAt(visit, course.courseId, revision)
      const said = ctx.URL.searchParams.has('saved') ? visit.texts.forms.saved : null
      return draw(visit, course, { ...untouched, at, mine: at.document, ltiLoginUrl: at.ltiLoginUrl ?? '', said })
    },
    answer: async (ctx, visit, form) => {
      const course = courseIn(ctx, visit)
      const sent = readSent(form)
      const at = await readSettingsAt(visit, course.courseId, sent.revision)
      const typed: SettingsForm = {
        ...untouched,
        at,
        mine: readSettingsForm(form, at.document),
        ltiLoginUrl: (form.get('ltiLoginUrl') ?? '').trim(),
        stale: sent.stale.filter(isCompared),
      }
      const { action, row } = readPress(sent.press)
      if (action === 'use') return redrawn(visit, course, takeStanding(typed, row))
      const isRefresh = action === 'refresh'
      const refreshed =
        isRefresh || typed.ltiLoginUrl !== (at.ltiLoginUrl ?? '') ? await refreshTags(visit, course, typed) : typed
      const [isRefused, isStale] = [refreshed.faults.length > 0, refreshed.stale.length > typed.stale.length]
      if (isRefresh || isRefused || isStale)
        return redrawn(visit, course, refreshed, isRefused ? 400 : isStale ? 412 : 200)
      return (await save(visit, course, refreshed)) ?? `${ctx.path}?saved`
    },
  })
}

const untouched = { faults: [], stale: [], focus: null, said: null, warnings: [] } as const

const courseIn = (ctx: RouterContext, visit: Visit): CourseBrief =>
  taughtCourseOf(visit, readId(ctx.params['courseId']))

function takeStanding(form: SettingsForm, field: string): SettingsForm {
  if (!isCompared(field)) return form
  const mine = { ...form.mine, [field]: form.at.document[field] }
  return { ...form, mine, stale: form.stale.filter((other) => other !== field), focus: field }
}

/** Tags as A+ has them now, and the address that was typed: what else was typed stands over the new revision. */
async function refreshTags(visit: Visit, course: CourseBrief, form: SettingsForm): Promise<SettingsForm> {
  const { boundary, requestId, texts } = visit
  const { courseId } = course
  const { at, mine, ltiLoginUrl: typed } = form
  const isTyped = typed !== (at.ltiLoginUrl ?? '')
  try {
    const { body } = await boundary.refreshCourseTags({
      params: { courseId },
      body: isTyped ? { ltiLoginUrl: typed === '' ? null : typed } : {},
      requestId,
    })
    const now = await readSettingsAt(visit, courseId, body.settings.revision)
    const compared = compareThreeWays([at.document], mine, now.document)
    return {
      ...form,
      at: now,
      mine: mergeTheirs(mine, compared),
      ltiLoginUrl: now.ltiLoginUrl ?? '',
      stale: [...new Set([...form.stale, ...staleOf(compared.conflicts)])],
      said: texts.settings.refreshed,
      warnings: body.warnings.map(({ slug }) => texts.settings.tagGone(slug)),
    }
  } catch (error) {
    if (!(error instanceof FrontendTransportError) || error.status !== 400) throw error
    return { ...form, faults: faultsOf(error, texts, (path) => ownPlace(path, '', { visit, course, mine })) }
  }
}

const staleOf = (conflicts: readonly { readonly path: string }[]) =>
  conflicts.map(({ path }) => path.replace('$.', '')).filter(isCompared)

/** Resolves to null once it is written. */
async function save(visit: Visit, course: CourseBrief, form: SettingsForm): Promise<Redrawn | null> {
  const { at, mine } = form
  const { courseId } = course
  const refused = await writeSettings(visit, { courseId, base: at, mine })
  if (refused === null) return null
  const { base, mine: merged, conflicts, status } = refused
  const now = base.revision === at.revision ? at : await readSettingsAt(visit, courseId, base.revision)
  const faults: Fault[] = faultsOf(refused, visit.texts, (path, code) =>
    ownPlace(path, code, { visit, course, mine: merged }),
  )
  const stale = staleOf(conflicts.map((path) => ({ path })))
  // What was typed there is written before this.
  const ltiLoginUrl = now.ltiLoginUrl ?? ''
  return redrawn(visit, course, { ...form, at: now, mine: merged, ltiLoginUrl, faults, stale }, status)
}

interface Written {
  readonly visit: Visit
  readonly course: CourseBrief
  readonly mine: CourseSettingsUpdate
}

const { templates, ...fields } = courseSettingsUpdate.properties
const schemas: Readonly<Record<string, object>> = { ...fields, ...templates.properties }
const maxItemsOf = (field: string): unknown => Reflect.get(schemas[field] ?? {}, 'maxItems')

/** The field of this page that a fault is about, with the entry of a list as it was typed. */
function ownPlace(path: string, code: string, { visit: { texts }, course, mine }: Written): FaultPlace | null {
  const place = settingsPlace(path, { texts, courseId: course.courseId, mine })
  const [, field, entry] = /^\$\.(?:templates\.)?(\w+)(?:\[(\d+)\])?$/.exec(path) ?? []
  const isOwn = place?.href?.endsWith('/settings') === true
  if (place === null || field === undefined || !isOwn) return place
  const { href: _elsewhere, ...own } = place
  const values: Readonly<Record<string, unknown>> = { ...mine, ...mine.templates }
  const list = values[field]
  const max = maxItemsOf(field)
  return {
    ...own,
    field,
    ...(field === 'slug' && code === 'conflict' && { text: texts.settings.slugTaken }),
    ...(entry === undefined && code === 'too_long' && typeof max === 'number' && { text: texts.settings.tooMany(max) }),
    ...(entry !== undefined && Array.isArray(list) && { entry: String(list[Number(entry)]) }),
  }
}

const redrawn = (visit: Visit, course: CourseBrief, form: SettingsForm, status = 200): Redrawn => ({
  status,
  page: draw(visit, course, form),
})

function draw(visit: Visit, course: CourseBrief, form: SettingsForm): Page {
  const { title } = visit.texts.settings
  return {
    title,
    within: { course, at: 'settings' },
    places: [placeOf(course, visit.locale), { name: title }],
    content: <SettingsPage visit={visit} courseId={course.courseId} form={form} />,
  }
}
