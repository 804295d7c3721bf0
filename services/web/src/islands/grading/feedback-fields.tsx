import { Fresh } from '../display/fresh.tsx'
import { fieldId } from './field-id.ts'
import { annotationsIn, paths } from './fields.ts'
import { placeholdersIn } from './filled-feedback.ts'
import { gapsAt } from './gaps.ts'
import type { GradingPage } from './grading-page.ts'
import { KeyHint } from './key-hint.tsx'
import { nameOfAnnotation, whereAnnotated } from './name-of-field.ts'
import { removalName } from './read-fields.ts'
import { partIds } from './skip-links.tsx'
import { TextField } from './text-field.tsx'

/** What placeholders of the feedback stand for. */
function Placeholders({ page: { texts, start, fields } }: { readonly page: GradingPage }) {
  const values = placeholdersIn(start, fields)
  if (values.length === 0) return null
  return (
    <div class="small">
      {texts.grading.placeholders}
      <dl class="values">
        {values.map(({ placeholder, text }) => (
          <div key={placeholder}>
            <dt>
              <code>{placeholder}</code>
            </dt>
            <dd lang={start.feedback.language}>
              <Fresh text={text} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The feedback in Markdown. Without scripts also each annotation, which otherwise stands below its lines. */
export function FeedbackFields({ page }: { readonly page: GradingPage }) {
  const { texts, start, fields, gaps, isReadOnly, onField } = page
  const { feedback: title, remove } = texts.grading
  const { language } = start.feedback
  return (
    <section class="card padded plain-set" aria-labelledby={partIds.feedback}>
      <h2 id={partIds.feedback} class="legend" tabIndex={-1}>
        {title} {onField !== undefined && <KeyHint action="feedback" />}
      </h2>
      <TextField
        page={page}
        path={paths.body}
        label={title}
        rows={8}
        lang={language}
        gaps={{ id: 'gaps-body', gaps: gapsAt(gaps, 'body') }}
      />
      <Placeholders page={page} />
      {onField === undefined &&
        annotationsIn(fields).map(({ id, place }) => (
          <div key={id} class="criterion">
            <TextField
              page={page}
              path={paths.text(id)}
              label={nameOfAnnotation(id, fields, page)}
              rows={2}
              lang={language}
              gaps={{ id: `gaps-${id}`, gaps: gapsAt(gaps, 'annotations', id) }}
            />
            {!isReadOnly && (
              <label class="choice">
                <input type="checkbox" id={fieldId(page, `${paths.text(id)}/remove`)} name={removalName(id)} /> {remove}{' '}
                <span class="visually-hidden">{whereAnnotated(place, page)}</span>
              </label>
            )}
          </div>
        ))}
    </section>
  )
}
