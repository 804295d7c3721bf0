import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { RubricBrief } from '@course-grading/contracts/rubrics/rubric'
import { readNumber } from '@course-grading/domain/localisation/numbers'
import { readRubric } from '@course-grading/domain/rubrics/read-rubric'
import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { orRefused } from '../http/or-refused.ts'
import { readRecordId } from '../http/read-id.ts'
import { readPages } from '../http/read-pages.ts'
import type { Visit } from '../http/visit.ts'
import type { Fault } from '../islands/forms/form-look.ts'
import { placeOf } from '../layout/course-of.ts'
import { formRoute, type Redrawn } from '../layout/forms/form-route.tsx'
import type { Page } from '../layout/show-page.tsx'
import { newId } from '../islands/rubric/press.ts'
import { NewRubricPage, type NewRubricFields } from './new-rubric-page.tsx'
import { placeOfRubrics, taughtCourse } from './rubric-of.ts'
import { rubricPath } from './rubric-paths.ts'
import { trailOf, withTrail } from './trail.ts'

export function newRubric(router: Router, deps: Deps): void {
  formRoute(router, deps, {
    name: 'rubricNew',
    path: '/courses/:courseId/rubrics/new',
    limits: { bytes: 32_768, fields: 20 },
    show: async (ctx, visit) => draw(ctx, visit, { title: '', maxPoints: '10', how: 'given', copyOf: '' }, []),
    answer,
  })
}

type NewBody = Parameters<Visit['boundary']['createRubric']>[0]['body']

async function answer(ctx: RouterContext, visit: Visit, form: URLSearchParams): Promise<string | Redrawn> {
  const { courseId } = taughtCourse(ctx, visit)
  const { boundary, requestId } = visit
  const fields = fieldsOf(form)
  const goOn = (rubric: RubricBrief): string => withTrail(`${rubricPath(rubric)}/edit`, trailOf(ctx))
  if (fields.copyOf !== '') {
    const params = { rubricId: readRecordId(fields.copyOf) }
    const { noLanguage } = visit.texts.rubrics.notices
    const fault = { field: 'copyOf', title: visit.texts.rubricEditor.fresh.copyOf, text: noLanguage }
    return await orRefused<string | Redrawn>(
      boundary.copyRubric({ params, body: { courseId }, requestId }).then(({ body }) => goOn(body)),
      ({ status }) =>
        status === 400 ? draw(ctx, visit, fields, [fault]).then((page) => ({ status, page })) : undefined,
    )
  }
  const { languages } = (await boundary.getCourse({ params: { courseId }, requestId })).body
  const document = firstDocument(fields, visit, languages)
  const reading = readRubric(document, { languages })
  if (!reading.ok) return { status: 400, page: await draw(ctx, visit, fields, faultsIn(visit, reading.issues, fields)) }
  return goOn(
    (
      await boundary.createRubric({
        params: { courseId },
        body: { document: document as NewBody['document'] },
        requestId,
      })
    ).body,
  )
}

const fieldsOf = (form: URLSearchParams): NewRubricFields => ({
  title: form.get('title') ?? '',
  maxPoints: form.get('maxPoints') ?? '',
  how: form.get('how') === 'taken' ? 'taken' : 'given',
  copyOf: form.get('copyOf') ?? '',
})

/** One criterion, a number: of all points where points are given, and down from 0 where they are taken. */
function firstDocument(
  { title, maxPoints, how }: NewRubricFields,
  { texts, locale }: Visit,
  languages: readonly string[],
): RubricDocument {
  const language = languages.includes(locale) ? locale : (languages[0] ?? locale)
  const most = readNumber(maxPoints) ?? NaN
  const range = how === 'given' ? { min: 0, max: most } : { min: -most, max: 0 }
  return {
    title: title === '' ? {} : { [language]: title },
    maxPoints: most,
    startingPoints: how === 'given' ? 0 : most,
    rounding: 'none',
    criteria: [
      {
        id: newId(),
        title: { [language]: texts.rubricEditor.criterion(1) },
        required: true,
        commentRequired: false,
        visibleToStudent: true,
        kind: 'points',
        ...range,
        step: Number.isInteger(most) ? 1 : 0.01,
      },
    ],
  }
}

function faultsIn(
  { texts }: Visit,
  issues: readonly { readonly path: string; readonly code: string }[],
  { title, maxPoints }: NewRubricFields,
): Fault[] {
  const { byCode, otherwise } = texts.forms
  const ofField = (field: 'title' | 'maxPoints', isEmpty: boolean): Fault[] => {
    const issue = issues.find(({ path }) => path.startsWith(`$.${field}`))
    if (issue === undefined) return []
    const code = isEmpty
      ? 'required'
      : field === 'maxPoints' && readNumber(maxPoints) === null
        ? 'unreadable'
        : issue.code
    const text = Object.hasOwn(byCode, code) ? byCode[code as keyof typeof byCode] : otherwise
    return [{ field, title: texts.rubrics.fields[field], text }]
  }
  return [...ofField('title', title.trim() === ''), ...ofField('maxPoints', maxPoints.trim() === '')]
}

async function draw(
  ctx: RouterContext,
  visit: Visit,
  fields: NewRubricFields,
  faults: readonly Fault[],
): Promise<Page> {
  const { boundary, requestId, texts, locale } = visit
  const course: CourseBrief = taughtCourse(ctx, visit)
  const { courseId } = course
  const { items } = await readPages((query) => boundary.listRubrics({ params: { courseId }, query, requestId }))
  return {
    title: texts.rubrics.create,
    within: { course, at: 'rubrics' },
    places: [placeOf(course, locale), placeOfRubrics(course, texts), { name: texts.rubrics.create }],
    content: (
      <NewRubricPage
        visit={visit}
        rubrics={items}
        fields={fields}
        faults={faults}
        action={withTrail(ctx.path, trailOf(ctx))}
      />
    ),
  }
}
