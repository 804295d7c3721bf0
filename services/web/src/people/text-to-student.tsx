import { bodyLimitBytes } from '@course-grading/contracts/operation/limits'
import { FrontendTransportError } from '@course-grading/frontend-transport'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { orRefused } from '../http/or-refused.ts'
import { readId, readRecordId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { placeOf } from '../layout/course-of.ts'
import { faultsOf } from '../layout/forms/faults.ts'
import { formRoute, type Redrawn } from '../layout/forms/form-route.tsx'
import { readBase, readPress, readSent } from '../layout/forms/read-sent.ts'
import type { Page } from '../layout/show-page.tsx'
import { gradedCourse } from '../rubrics/rubric-of.ts'
import {
  drawnFrom,
  type FeedbackForm,
  fieldsOf,
  formOf,
  isField,
  mergeText,
  readText,
  saveText,
  type TextToStudent,
} from './feedback-fields.ts'
import { textPath } from './people-paths.ts'
import { placesOf, readPerson } from './student.tsx'
import { readBeside } from './beside-text.tsx'
import { TextPage } from './text-page.tsx'

/** A text to a student, which one person reads. */
export function textToStudent(router: Router, deps: Deps): void {
  formRoute(router, deps, {
    name: 'textToStudent',
    path: '/courses/:courseId/feedback/:id',
    limits: { bytes: bodyLimitBytes, fields: 20 },
    show: async (ctx, visit) => {
      const document = await readText(ctx, visit)
      return await draw(ctx, visit, document, formOf(document))
    },
    answer: async (ctx, visit, form) => {
      const document = await readText(ctx, visit)
      const { revision, press, stale } = readSent(form)
      const sent: FeedbackForm = {
        fields: fieldsOf({ language: form.get('language') ?? '', body: form.get('body') ?? '' }),
        base: { revision, drawn: readBase(form, { language: '', body: '' }) },
        stale: stale.filter(isField),
        faults: [],
        focus: null,
      }
      const again = async (status: number, now: FeedbackForm, standing = document): Promise<Redrawn> => ({
        status,
        page: await draw(ctx, visit, standing, now),
      })
      const { action, row } = readPress(press)
      if (action === 'restore') return await step(ctx, visit, { action, revision, n: readId(row) })
      if (action === 'use' && isField(row)) return await again(200, withStanding(sent, row, document))
      if (action === 'preview') return await again(200, await withPreview(visit, document, sent))
      const saved = await saveText(visit, document.id, sent)
      if (saved instanceof FrontendTransportError) {
        const standing = await readText(ctx, visit)
        const now = saved.code === 'merge_conflict' ? mergeText(sent, standing) : sent
        const faults = now.stale.length > 0 ? [] : faultsIn(visit, saved)
        return await again(saved.status ?? 409, { ...now, faults }, standing)
      }
      if (action !== 'publish' && action !== 'withdraw') return `${ctx.path}?done=saved`
      // What somebody else saved beside it was not seen yet.
      if (saved > revision + 1) return `${ctx.path}?done=changed`
      return await step(ctx, visit, { action, revision: saved, n: 0 })
    },
  })
}

const faultsIn = ({ texts }: Visit, refused: Pick<FrontendTransportError, 'code' | 'fieldErrors'>) =>
  faultsOf(refused, texts, (path) => {
    const field = path.slice('$.'.length)
    // The body of what is rendered is `feedback`.
    const name = field === 'feedback' ? 'body' : field
    return isField(name) ? { field: name, title: texts.people.text[name] } : null
  })

function withStanding(sent: FeedbackForm, row: 'language' | 'body', document: TextToStudent): FeedbackForm {
  const { fields, base, stale } = sent
  return {
    ...sent,
    fields: { ...fields, [row]: fieldsOf(document)[row] },
    base: { ...base, drawn: { ...base.drawn, [row]: drawnFrom(document)[row] } },
    stale: stale.filter((other) => other !== row),
    focus: row,
  }
}

async function withPreview(visit: Visit, { id, courseId }: TextToStudent, sent: FeedbackForm): Promise<FeedbackForm> {
  const { boundary, requestId } = visit
  const body = { body: sent.fields.body, feedbackId: id }
  const asked = boundary.previewFeedback({ params: { courseId }, body, requestId })
  return await orRefused<FeedbackForm>(
    asked.then(({ body: { html } }) => ({ ...sent, preview: html, focus: 'preview' })),
    (error) => (error.status === 400 ? { ...sent, faults: faultsIn(visit, error) } : undefined),
  )
}

interface Step {
  readonly action: string
  readonly revision: number
  readonly n: number
}

/** What is no save. Resolves to the page that says what was done, or that somebody was faster. */
async function step(ctx: RouterContext, visit: Visit, { action, revision, n }: Step): Promise<string> {
  const { boundary, requestId } = visit
  const call = { ifMatch: `"${revision}"`, requestId }
  const id = readRecordId(ctx.params['id'])
  const doing =
    action === 'publish'
      ? boundary.publishFeedback({ params: { id }, ...call })
      : action === 'withdraw'
        ? boundary.withdrawFeedback({ params: { id }, ...call })
        : boundary.restoreFeedbackVersion({ params: { id, n }, ...call })
  // A restore is a form of its own, which sends nothing that was typed.
  const stale = action === 'restore' ? 'notDone' : 'changed'
  const done = await orRefused(
    doing.then(() => action),
    ({ status, code }) =>
      code === 'incomplete'
        ? 'tooLong'
        : status === 400
          ? 'full'
          : status === 409 || status === 412
            ? stale
            : undefined,
  )
  return `${ctx.path}?done=${done}`
}

async function draw(ctx: RouterContext, visit: Visit, document: TextToStudent, form: FeedbackForm): Promise<Page> {
  const course = gradedCourse(ctx, visit)
  const { courseId } = course
  const { boundary, requestId, texts, locale } = visit
  const [person, { body: view }, beside] = await Promise.all([
    readPerson(visit, { courseId, userId: document.target.userId }),
    boundary.getCourse({ params: { courseId }, requestId }),
    readBeside(ctx, visit, document),
  ])
  const { title } = texts.people.text
  return {
    title,
    within: { course, at: 'students' },
    places: [placeOf(course, locale), ...placesOf(visit, { courseId, person, name: title })],
    content: (
      <TextPage
        visit={visit}
        path={textPath(document)}
        document={document}
        person={person}
        languages={[...new Set([...view.languages, form.fields.language])]}
        form={form}
        done={ctx.URL.searchParams.get('done')}
        beside={beside}
      />
    ),
  }
}
