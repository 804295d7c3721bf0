import { reachablePoints } from '@course-grading/domain/rubrics/reachable-points'
import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import { formatPoints, languageName } from '../display/formats.ts'
import { RowButton, SelectField, TextField, TypedNumberField } from '../forms/fields.tsx'
import { CriterionFields } from './criterion-editor.tsx'
import { CriterionLine } from './criterion-line.tsx'
import { missingIn, shownText } from './editor-state.ts'
import type { EditorView } from './editor-view.ts'
import { titleIn } from './shown-faults.ts'
import { givenRubric } from './typed-rubric.ts'

/** All fields of a rubric, as rows of which one criterion is open. */
export function RubricEditor({ view }: { readonly view: EditorView }) {
  const { texts, state } = view
  const { rubric, open } = state
  return (
    <>
      <Languages view={view} />
      <RubricHeadFields view={view} />
      {rubric.criteria.map((criterion, at) => (
        <fieldset key={criterion.id} class="card rubric-row" data-row={criterion.id}>
          <CriterionLine view={view} criterion={criterion} at={at} />
          {criterion.id === open && <CriterionFields view={view} criterion={criterion} />}
        </fieldset>
      ))}
      <Undo view={view} />
      <div class="buttons">
        <RowButton press="add" text={texts.rubricEditor.add} />
      </div>
    </>
  )
}

function Languages({ view: { texts, locale, languages, state } }: { readonly view: EditorView }) {
  if (languages.length < 2) return null
  const { writtenIn, missing } = texts.rubricEditor
  return (
    <fieldset class="bare buttons">
      <legend class="visually-hidden">{writtenIn}</legend>
      {languages.map((language) => {
        const count = missingIn(state.rubric, language)
        return (
          <RowButton
            key={language}
            press={`language:${language}`}
            text={[languageName(locale, language), count > 0 && missing(count)].filter(Boolean).join(', ')}
            isPressed={language === state.language}
          />
        )
      })}
    </fieldset>
  )
}

function RubricHeadFields({ view }: { readonly view: EditorView }) {
  const { texts, state } = view
  const { fields, values } = texts.rubrics
  const { rubric, language } = state
  return (
    <section class="card padded rubric-head" aria-label={texts.rubricEditor.whole}>
      <TextField name="title" title={fields.title} lang={language} value={shownText(rubric.title, language, 'line')} />
      <TypedNumberField name="maxPoints" title={fields.maxPoints} value={rubric.maxPoints} />
      <TypedNumberField name="startingPoints" title={fields.startingPoints} value={rubric.startingPoints} />
      <SelectField
        name="rounding"
        title={fields.rounding}
        value={rubric.rounding}
        options={(['none', 'half', 'whole'] as const).map((value) => ({ value, text: values[value] }))}
      />
      <Total view={view} />
      <TextField
        name="description"
        title={fields.description}
        rows={2}
        lang={language}
        value={shownText(rubric.description, language, 'text')}
      />
    </section>
  )
}

function Total({ view: { texts, locale, state, findings } }: { readonly view: EditorView }) {
  if (findings.length > 0) return null
  // Nothing is wrong with it, so it has the form of a document.
  const { lowest, highest } = reachablePoints(givenRubric(state.rubric) as RubricDocument)
  return (
    <p class="quiet small">{texts.rubricEditor.total(formatPoints(locale, lowest), formatPoints(locale, highest))}</p>
  )
}

/** What was removed last, until another button of a row is pressed. */
function Undo({ view: { texts, locale, state } }: { readonly view: EditorView }) {
  const { removed } = state
  if (removed === null) return null
  const title = titleIn(removed.item.title, locale)
  return (
    <p class="notice">
      {texts.rubricEditor.removed(title)} <RowButton press="undo" text={texts.rubricEditor.undo} />
    </p>
  )
}
