import { Fresh } from '../display/fresh.tsx'
import { fieldId } from './field-id.ts'
import { names } from './field-names.ts'
import { withAnnotation } from './fields.ts'
import { placeholdersIn } from './filled-feedback.ts'
import { gapsAt } from './gaps.ts'
import type { GradingPage } from './grading-page.ts'
import { KeyHint } from './key-hint.tsx'
import { nameOfAnnotation, whereAnnotated } from './name-of-field.ts'
import { removalName } from './read-fields.ts'
import { partIds } from './skip-links.tsx'
import { TextField, UnseenText } from './text-field.tsx'

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
  const { texts, start, fields, gaps, isReadOnly, onChange, answerTitles } = page
  const { feedback: title, remove } = texts.grading
  const { language } = start.feedback
  return (
    <section class="card padded plain-set" aria-labelledby={partIds.feedback}>
      <h2 id={partIds.feedback} class="legend" tabIndex={-1}>
        {title} {onChange !== undefined && <KeyHint action="feedback" />}
      </h2>
      <TextField
        page={page}
        name={names.body}
        text={fields.body}
        change={(body) => (now) => ({ ...now, body })}
        label={title}
        rows={8}
        lang={language}
        gaps={{ id: 'gaps-body', gaps: gapsAt(gaps, 'body') }}
      />
      <Placeholders page={page} />
      {/* With the script they stand in the work, which may still be on its way. */}
      {onChange !== undefined &&
        answerTitles === undefined &&
        [...fields.annotations].map(([id, { text }]) => (
          <UnseenText
            key={id}
            page={page}
            name={names.text(id)}
            text={text}
            change={(typed) => withAnnotation(id, { text: typed })}
          />
        ))}
      {onChange === undefined &&
        [...fields.annotations].map(([id, { place, text }]) => (
          <div key={id} class="criterion">
            <TextField
              page={page}
              name={names.text(id)}
              text={text}
              change={(typed) => withAnnotation(id, { text: typed })}
              label={nameOfAnnotation(place, page)}
              rows={2}
              lang={language}
              gaps={{ id: `gaps-${id}`, gaps: gapsAt(gaps, 'annotations', id) }}
            />
            {!isReadOnly && (
              <label class="choice">
                <input type="checkbox" id={fieldId(page, `${names.text(id)}/remove`)} name={removalName(id)} /> {remove}{' '}
                <span class="visually-hidden">{whereAnnotated(place, page)}</span>
              </label>
            )}
          </div>
        ))}
    </section>
  )
}
