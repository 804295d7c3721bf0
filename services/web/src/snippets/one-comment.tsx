import type { Queue } from '@course-grading/contracts/claims/queue'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { Snippet } from '@course-grading/contracts/snippets/snippet'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readRecordId } from '../http/read-id.ts'
import { readPages } from '../http/read-pages.ts'
import type { Visit } from '../http/visit.ts'
import { answerFields, type FieldsForm, untouched } from '../layout/forms/answer-fields.ts'
import { formRoute, type Redrawn } from '../layout/forms/form-route.tsx'
import type { Versioned, WriteOver } from '../layout/forms/write-over.ts'
import type { Page } from '../layout/show-page.tsx'
import { gradedCourse, teaches } from '../rubrics/rubric-of.ts'
import { changeOf, documentOf, emptyComment, fieldsOf, readComment, readDocument } from './comment-fields.ts'
import { CommentPage } from './comment-page.tsx'
import { findComment, ownComment } from './find-comment.ts'
import { readPreview } from './preview.ts'
import { commentsPath, placesBelow, shownComments } from './shown-comments.ts'
import { compareTexts, fieldsOfTexts, languageOf, type TextFields } from './text-fields.ts'
import { titleOfText } from './texts-by-language.tsx'

/** What it was drawn from is sent, too: texts of 16 languages at most. */
const limits = { bytes: 1_500_000, fields: 80 }

export function oneComment(router: Router, deps: Deps): void {
  formRoute(router, deps, {
    name: 'commentNew',
    path: '/courses/:courseId/comments/new',
    limits,
    show: async (ctx, visit) => {
      const course = gradedCourse(ctx, visit)
      const scope = teaches(course) ? 'course' : 'personal'
      const document = { ...emptyComment, scope, ...fieldsOfTexts({}, await languagesOf(visit, course)) }
      return await draw(ctx, visit, { ...untouched, base: { revision: 0, document }, fields: document })
    },
    answer: async (ctx, visit, form) => {
      const { courseId } = gradedCourse(ctx, visit)
      return await answer(ctx, visit, form, {
        done: (label) => commentsPath(courseId, '', { q: label }, 'created'),
        write: (document) =>
          visit.boundary.createSnippet({
            params: { courseId },
            body: { scope: document['scope'] === 'course' ? 'course' : 'personal', ...changeOf(document) },
            requestId: visit.requestId,
          }),
        readStanding: async () => null,
      })
    },
  })
  formRoute(router, deps, {
    name: 'comment',
    path: '/courses/:courseId/comments/:snippetId/change',
    limits,
    show: async (ctx, visit) => {
      const course = gradedCourse(ctx, visit)
      const [snippet, languages] = await Promise.all([ownComment(ctx, visit, course), languagesOf(visit, course)])
      const base = versionOf(snippet, languages)
      return await draw(ctx, visit, { ...untouched, base, fields: fieldsOf(base.document, visit.locale) })
    },
    answer: async (ctx, visit, form) => {
      const course = gradedCourse(ctx, visit)
      const params = { snippetId: readRecordId(ctx.params['snippetId']) }
      return await answer(ctx, visit, form, {
        done: () => commentsPath(course.courseId, '', shownComments(ctx), 'saved'),
        write: (document, on) =>
          visit.boundary.putSnippet({
            params,
            body: changeOf(document),
            ifMatch: `"${on}"`,
            requestId: visit.requestId,
          }),
        readStanding: async () => {
          const standing = await findComment(ctx, visit, course)
          return standing && versionOf(standing, [])
        },
      })
    },
  })
}

const languagesOf = async ({ boundary, requestId }: Visit, { courseId }: CourseBrief): Promise<readonly string[]> =>
  (await boundary.getCourse({ params: { courseId }, requestId })).body.languages

const versionOf = (snippet: Snippet, languages: readonly string[]): Versioned<TextFields> => ({
  revision: snippet.revision,
  document: documentOf(snippet, languages),
})

interface Writing extends Pick<WriteOver<TextFields>, 'write' | 'readStanding'> {
  /** The page after it, which may find it by its label. */
  readonly done: (label: string) => string
}

async function answer(
  ctx: RouterContext,
  visit: Visit,
  form: URLSearchParams,
  { done, ...over }: Writing,
): Promise<string | Redrawn> {
  const { texts, locale } = visit
  const fields = readComment(form)
  const answered = await answerFields<TextFields, TextFields>(form, {
    texts,
    fields,
    example: Object.fromEntries(Object.keys(fields).map((name) => [name, ''])),
    fieldsOf: (document) => fieldsOf(document, locale),
    read: readDocument,
    compare: compareTexts,
    shows: 'preview',
    placeOf: (path, code) =>
      code === 'not_in_state'
        ? { field: null, title: null, text: texts.comments.retiredMeanwhile }
        : faultPlace(path, fields, visit),
    ...over,
  })
  if (answered === null) return done(fields['label'] ?? '')
  return { status: answered.status, page: await draw(ctx, visit, answered) }
}

function faultPlace(path: string, fields: TextFields, { texts, locale }: Visit) {
  const named = path === '$.text' ? Object.keys(fields).find((name) => languageOf(name) !== null) : path.slice(2)
  if (named === undefined || !Object.hasOwn(fields, named)) return null
  const place = { field: named, title: titleOf(named, { texts, locale }) }
  return named === 'scope' ? { ...place, text: texts.comments.tooMany } : place
}

const titleOf = (field: string, { texts, locale }: Pick<Visit, 'texts' | 'locale'>): string =>
  languageOf(field) === null && Object.hasOwn(texts.comments.fields, field)
    ? texts.comments.fields[field as keyof typeof texts.comments.fields]
    : titleOfText(texts, locale, field)

async function draw(ctx: RouterContext, visit: Visit, form: FieldsForm<TextFields, TextFields>): Promise<Page> {
  const { boundary, requestId, texts } = visit
  const course = gradedCourse(ctx, visit)
  const params = { courseId: course.courseId }
  const [queues, preview] = await Promise.all([
    readPages<Queue>((query) => boundary.listQueues({ params, query, requestId })),
    readPreview(visit, params, form),
  ])
  const snippetId = ctx.params['snippetId']
  const shown = shownComments(ctx)
  const title = snippetId === undefined ? texts.comments.create : texts.comments.change
  return {
    title,
    within: { course, at: 'comments' },
    places: placesBelow(visit, course, title),
    content: (
      <CommentPage
        visit={visit}
        title={title}
        form={form}
        queues={queues.items}
        hasScope={snippetId === undefined && teaches(course)}
        preview={preview}
        action={commentsPath(course.courseId, snippetId === undefined ? '/new' : `/${snippetId}/change`, shown)}
        titleOf={(field) => titleOf(field, visit)}
      />
    ),
  }
}
