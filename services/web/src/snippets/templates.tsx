import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import type { Visit } from '../http/visit.ts'
import { languageName } from '../islands/display/formats.ts'
import { answerFields, type FieldsForm, untouched } from '../layout/forms/answer-fields.ts'
import type { FaultPlace } from '../layout/forms/faults.ts'
import { FieldsFrame } from '../layout/forms/fields-frame.tsx'
import { formRoute } from '../layout/forms/form-route.tsx'
import type { Versioned } from '../layout/forms/write-over.ts'
import { Said } from '../layout/said.tsx'
import type { Page } from '../layout/show-page.tsx'
import { gradedCourse, taughtCourse, teaches } from '../rubrics/rubric-of.ts'
import { readPreview, type ShownPreview } from './preview.ts'
import { commentsPath, placesBelow } from './shown-comments.ts'
import { compareTexts, fieldsOfTexts, languageOf, readTextFields, type TextFields, textsIn } from './text-fields.ts'
import { TextsByLanguage, titleOfText } from './texts-by-language.tsx'

type TemplatesForm = FieldsForm<TextFields, TextFields>

/** What new feedback begins with. */
export function templates(router: Router, deps: Deps): void {
  formRoute(router, deps, {
    name: 'templates',
    path: '/courses/:courseId/comments/templates',
    limits: { bytes: 2_000_000, fields: 64 },
    show: async (ctx, visit) => {
      const course = gradedCourse(ctx, visit)
      const params = { courseId: course.courseId }
      const { boundary, requestId } = visit
      const [base, { body }] = await Promise.all([
        readTemplates(visit, course),
        boundary.getCourse({ params, requestId }),
      ])
      const document = { ...fieldsOfTexts({}, body.languages), ...base.document }
      const form = { ...untouched, base: { ...base, document }, fields: document }
      return draw(visit, course, form, { preview: null, isSaved: ctx.URL.searchParams.has('saved') })
    },
    answer: async (ctx, visit, form) => {
      const course = taughtCourse(ctx, visit)
      const { boundary, requestId, texts } = visit
      const params = { courseId: course.courseId }
      const fields = readTextFields(form)
      const again = await answerFields<TextFields, TextFields>(form, {
        texts,
        fields,
        example: Object.fromEntries(Object.keys(fields).map((name) => [name, ''])),
        fieldsOf: (document) => document,
        read: (document) => ({ document, unreadable: [] }),
        compare: compareTexts,
        shows: 'preview',
        placeOf: (path, code) => faultPlace(path.replace('$.templates', 'text'), code, visit),
        write: (document, on) =>
          boundary.putFeedbackTemplates({
            params,
            body: { templates: textsIn(document) },
            ifMatch: `"${on}"`,
            requestId,
          }),
        readStanding: () => readTemplates(visit, course),
      })
      if (again === null) return `${ctx.path}?saved`
      const preview = await readPreview(visit, params, again)
      return { status: again.status, page: draw(visit, course, again, { preview, isSaved: false }) }
    },
  })
}

async function readTemplates(
  { boundary, requestId }: Visit,
  { courseId }: CourseBrief,
): Promise<Versioned<TextFields>> {
  const { body } = await boundary.getFeedbackTemplates({ params: { courseId }, requestId })
  return { revision: body.revision, document: fieldsOfTexts(body.templates) }
}

function faultPlace(field: string, code: string, { texts, locale }: Visit): FaultPlace {
  const { title, unknownPlaceholder } = texts.comments.templates
  const place =
    languageOf(field) === null ? { field: null, title } : { field, title: titleOfText(texts, locale, field) }
  return code === 'invalid_value' ? { ...place, text: unknownPlaceholder } : place
}

interface Beside {
  readonly preview: ShownPreview | null
  readonly isSaved: boolean
}

function draw(visit: Visit, course: CourseBrief, form: TemplatesForm, { preview, isSaved }: Beside): Page {
  const { texts, locale } = visit
  const { templates: said } = texts.comments
  const written = Object.entries(textsIn(form.fields))
  return {
    title: said.title,
    within: { course, at: 'comments' },
    places: placesBelow(visit, course, said.title),
    content: (
      <section class="reading">
        <h1>{said.title}</h1>
        <Said texts={[isSaved ? texts.forms.saved : null]} />
        <p class="quiet">{said.lead}</p>
        {teaches(course) ? (
          <FieldsFrame
            visit={visit}
            form={form}
            action={commentsPath(course.courseId, '/templates')}
            titleOf={(field) => titleOfText(texts, locale, field)}
            inWords={(field) => form.base.document[field] ?? ''}
          >
            <section class="card padded fields" aria-label={said.title}>
              <TextsByLanguage texts={texts} locale={locale} fields={form.fields} rows={10} preview={preview} />
            </section>
          </FieldsFrame>
        ) : (
          <section class="card padded" aria-label={said.title}>
            {written.length === 0 && <p class="quiet">{said.none}</p>}
            {written.map(([language, text]) => (
              <>
                <h2>{languageName(locale, language)}</h2>
                <p class="source" lang={language}>
                  {text}
                </p>
              </>
            ))}
          </section>
        )}
      </section>
    ),
  }
}
