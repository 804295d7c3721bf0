import { isDeepStrictEqual } from 'node:util'
import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { bodyLimitBytes } from '@course-grading/contracts/operation/limits'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { Rubric } from '@course-grading/contracts/rubrics/rubric'
import { FrontendTransportError } from '@course-grading/frontend-transport'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { islandRoute } from '../http/island-call.ts'
import { readRecordId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { localizedText } from '../islands/display/localized-text.ts'
import { type EditorState, openCriterion } from '../islands/rubric/editor-state.ts'
import { type Finding, findingsIn, findingsOf } from '../islands/rubric/findings.ts'
import { press } from '../islands/rubric/press.ts'
import { givenRubric, typedRubric } from '../islands/rubric/typed-rubric.ts'
import { formRoute, type Redrawn } from '../layout/forms/form-route.tsx'
import { readPress, readSent } from '../layout/forms/read-sent.ts'
import type { Page } from '../layout/show-page.tsx'
import { type EditedRubric, EditRubricPage } from './edit-rubric-page.tsx'
import { readEditor } from './read-editor.ts'
import { placeOfRubric, rubricOf, taughtCourse } from './rubric-of.ts'
import { rubricPath } from './rubric-paths.ts'
import { trailOf, withTrail } from './trail.ts'

export function editRubric(router: Router, deps: Deps): void {
  formRoute(router, deps, {
    name: 'rubricEdit',
    path: '/courses/:courseId/rubrics/:rubricId/edit',
    limits: { bytes: bodyLimitBytes, fields: 2_000 },
    show: async (ctx, visit) => {
      const opened = await openRubric(ctx, visit)
      const { searchParams } = ctx.URL
      return draw(ctx, visit, opened, {
        revision: opened.rubric.revision,
        state: stateOf(opened, visit, searchParams),
        isSaved: searchParams.has('saved'),
      })
    },
    answer,
  })
  islandRoute(router, deps, {
    name: 'saveRubric',
    path: '/courses/:courseId/rubrics/:rubricId/draft',
    body: {
      ...putRubricDraft.maxBody,
      members: putRubricDraft.maxBody.members + 2,
      properties: { revision: { type: 'integer', minimum: 0 }, document: { type: 'object' } },
    },
    answer: async ({ ctx, boundary, requestId, body }) => {
      const draft = body as { readonly revision: number; readonly document: DraftBody }
      const saved = await saveDraft({ boundary, requestId }, readRecordId(ctx.params['rubricId']), draft)
      return { revision: saved }
    },
  })
}

const { putRubricDraft } = frontendInternal.operations

interface Opened {
  readonly course: CourseBrief
  readonly rubric: Rubric
  /** Of the course. */
  readonly languages: readonly string[]
}

async function openRubric(ctx: RouterContext, visit: Visit): Promise<Opened> {
  const course = taughtCourse(ctx, visit)
  const { courseId } = course
  const [rubric, { body }] = await Promise.all([
    rubricOf(ctx, visit, course),
    visit.boundary.getCourse({ params: { courseId }, requestId: visit.requestId }),
  ])
  return { course, rubric, languages: body.languages }
}

function stateOf({ rubric, languages }: Opened, { locale }: Visit, query: URLSearchParams): EditorState {
  const document = rubric.draft ?? rubric.latest
  if (document === null) throw new TypeError('a rubric has neither a draft nor a version')
  const typed = typedRubric(document, locale)
  const asked = query.get('language') ?? locale
  const state = {
    rubric: typed,
    open: query.get('open'),
    language: languages.includes(asked) ? asked : (languages[0] ?? locale),
    removed: null,
  }
  return openCriterion(state) === undefined ? { ...state, open: typed.criteria[0]?.id ?? null } : state
}

async function answer(ctx: RouterContext, visit: Visit, form: URLSearchParams): Promise<string | Redrawn> {
  const { revision, press: pressed } = readSent(form)
  const state = await readEditor(form, visit.session.user.userId)
  const opened = await openRubric(ctx, visit)
  const again = (status: number, edited: Partial<EditedRubric>): Redrawn => ({
    status,
    page: draw(ctx, visit, opened, { revision, state, isAgain: true, ...edited }),
  })
  const changed = press(state, pressed)
  if (changed !== null) return again(200, changed)
  const findings = findingsIn(state.rubric, opened.languages)
  if (findings.length > 0) return again(400, { ...openAt(state, findings), refused: findings })
  const { action, row } = readPress(pressed)
  const on = action === 'over' && /^\d{1,15}$/.test(row) ? Number(row) : revision
  const { rubricId } = opened.rubric
  try {
    await saveDraft(visit, rubricId, { document: givenRubric(state.rubric) as DraftBody, revision: on })
    return nextPath(ctx, opened.rubric, state, action)
  } catch (error) {
    if (!(error instanceof FrontendTransportError)) throw error
    const { status, fieldErrors } = error
    if (status === 412) return again(412, { standing: (await rubricOf(ctx, visit, opened.course)).revision })
    if (status === 409) return again(409, { isArchived: true })
    if (status !== 400) throw error
    const refused = findingsOf(state.rubric, fieldErrors)
    return again(400, { ...openAt(state, refused), refused })
  }
}

type DraftBody = Parameters<Visit['boundary']['putRubricDraft']>[0]['body']

interface Draft {
  readonly document: DraftBody
  /** Of what it was typed on. */
  readonly revision: number
}

/** Resolves to the revision with it. A draft that stands already, since it was sent before, is saved. @throws FrontendTransportError */
async function saveDraft(
  { boundary, requestId }: Pick<Visit, 'boundary' | 'requestId'>,
  rubricId: string,
  { document, revision }: Draft,
): Promise<number> {
  const params = { rubricId }
  try {
    const { etag } = await boundary.putRubricDraft({ params, body: document, ifMatch: `"${revision}"`, requestId })
    return Number(etag.replaceAll('"', ''))
  } catch (error) {
    if (!(error instanceof FrontendTransportError) || error.status !== 412) throw error
    const { body: standing } = await boundary.getRubric({ params, requestId })
    if (!isDeepStrictEqual(standing.draft ?? standing.latest, document)) throw error
    return standing.revision
  }
}

function nextPath(ctx: RouterContext, rubric: Rubric, { open, language }: EditorState, action: string): string {
  const trail = trailOf(ctx)
  if (action === 'publish') return withTrail(`${rubricPath(rubric)}/publish`, trail)
  return withTrail(ctx.path, trail, { saved: '', open: open ?? undefined, language })
}

/** The first criterion with a fault is opened, unless the one that is open has one. */
function openAt(state: EditorState, findings: readonly Finding[]): Pick<EditedRubric, 'state'> {
  const ids = findings.flatMap(({ criterion }) => criterion?.id ?? [])
  const [first] = ids
  return { state: first === undefined || ids.includes(state.open ?? '') ? state : { ...state, open: first } }
}

function draw(ctx: RouterContext, visit: Visit, { course, rubric, languages }: Opened, edited: EditedRubric): Page {
  const { texts, locale } = visit
  const title = localizedText(rubric.title, locale)
  return {
    title: texts.rubricEditor.title(title),
    ...placeOfRubric(visit, course, rubric, texts.rubricEditor.edit),
    content: (
      <EditRubricPage
        visit={visit}
        rubric={rubric}
        languages={languages}
        edited={edited}
        action={withTrail(ctx.path, trailOf(ctx))}
      />
    ),
    island: 'rubric',
  }
}
