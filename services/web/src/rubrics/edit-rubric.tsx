import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { bodyLimitBytes } from '@course-grading/contracts/operation/limits'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { Rubric } from '@course-grading/contracts/rubrics/rubric'
import type { GivenRubric } from '@course-grading/domain/rubrics/given-rubric'
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
      const { revision, document } = body as { readonly revision: number; readonly document: DraftBody }
      const params = { rubricId: readRecordId(ctx.params['rubricId']) }
      const { etag } = await boundary.putRubricDraft({ params, body: document, ifMatch: `"${revision}"`, requestId })
      return { revision: Number(etag.replaceAll('"', '')) }
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
  const refusal = await saveDraft(visit, opened.rubric, { document: givenRubric(state.rubric), revision: on })
  if (refusal === null) return nextPath(ctx, opened.rubric, state, action)
  const { status = 400, fieldErrors } = refusal
  if (status === 412) return again(412, { standing: opened.rubric.revision })
  if (status === 409) return again(409, { isArchived: true })
  const refused = findingsOf(state.rubric, fieldErrors)
  return again(status, { ...openAt(state, refused), refused })
}

type DraftBody = Parameters<Visit['boundary']['putRubricDraft']>[0]['body']

/** Null once it is saved, else why it was refused. */
async function saveDraft(
  { boundary, requestId }: Pick<Visit, 'boundary' | 'requestId'>,
  { rubricId }: Pick<Rubric, 'rubricId'>,
  { document, revision }: { readonly document: GivenRubric; readonly revision: number },
): Promise<FrontendTransportError | null> {
  try {
    await boundary.putRubricDraft({
      params: { rubricId },
      body: document as DraftBody,
      ifMatch: `"${revision}"`,
      requestId,
    })
    return null
  } catch (error) {
    if (error instanceof FrontendTransportError && [400, 409, 412].includes(error.status ?? 0)) return error
    throw error
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
