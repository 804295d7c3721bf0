import { reachablePoints } from '@course-grading/domain/rubrics/reachable-points'
import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import { formatPoints, languageName } from '../display/formats.ts'
import { RowButton, SelectField, TextField, TypedNumberField } from '../forms/fields.tsx'
import { CriterionFields } from './criterion-editor.tsx'
import { CriterionLine } from './criterion-line.tsx'
import { byItem } from './by-item.ts'
import { shownText } from './editor-state.ts'
import type { EditorView } from './editor-view.ts'
import { Row } from './row.tsx'
import { missingIn } from './rubric-languages.ts'
import { titleOfCriterion } from './shown-faults.ts'
import { givenRubric, type TypedRubric } from './typed-rubric.ts'
import { withUndo } from './undo.tsx'

/** All fields of a rubric, as rows of which one criterion is open. */
export function RubricEditor({ view }: { readonly view: EditorView }) {
  const { texts } = view
  return (
    <>
      <Languages view={view} />
      <RubricHeadFields view={view} />
      <Criteria view={view} />
      <div class="buttons">
        <RowButton press="add" text={texts.rubricEditor.add} />
      </div>
    </>
  )
}

function Criteria({ view }: { readonly view: EditorView }) {
  const { state, checked } = view
  const { rubric, open } = state
  const known = new Map(checked.rubric.criteria.map((criterion) => [criterion.id, criterion]))
  const faults = Map.groupBy(checked.findings, ({ criterion }) => criterion?.id)
  const rows = rubric.criteria.map((criterion, at) => {
    const { id, kind } = criterion
    const line = {
      title: titleOfCriterion(rubric, criterion, view),
      kind,
      checked: known.get(id),
      faults: faults.get(id)?.length ?? 0,
      isOpen: id === open,
      at,
      count: rubric.criteria.length,
    }
    return (
      <fieldset key={id} class="card rubric-row" data-row={id}>
        <Row from={Object.values(line)} draw={() => <CriterionLine view={view} id={id} line={line} />} />
        {id === open && <CriterionFields view={view} criterion={criterion} />}
      </fieldset>
    )
  })
  return <>{withUndo(view, null, rows)}</>
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

// Nothing is wrong with it, so it has the form of a document.
const reachable = byItem((rubric: TypedRubric) => reachablePoints(givenRubric(rubric) as RubricDocument))

function Total({ view: { texts, locale, checked } }: { readonly view: EditorView }) {
  if (checked.findings.length > 0) return null
  const { lowest, highest } = reachable(checked.rubric)
  return (
    <p class="quiet small">{texts.rubricEditor.total(formatPoints(locale, lowest), formatPoints(locale, highest))}</p>
  )
}
