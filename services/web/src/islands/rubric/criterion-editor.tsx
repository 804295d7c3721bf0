import { CheckField, RowButton, SelectField, TextField, TypedNumberField } from '../forms/fields.tsx'
import { RowTools } from './criterion-line.tsx'
import { partsOf, shownText } from './editor-state.ts'
import type { EditorView } from './editor-view.ts'
import { Row } from './row.tsx'
import { titleIn } from './shown-faults.ts'
import type { TypedCriterion, TypedPart } from './typed-rubric.ts'
import { withUndo } from './undo.tsx'

interface CriterionFieldsProps {
  readonly view: EditorView
  readonly criterion: TypedCriterion
}

/** The fields of the criterion that is open. */
export function CriterionFields({ view, criterion }: CriterionFieldsProps) {
  const { texts, state } = view
  const { fields } = texts.rubrics
  const { id } = criterion
  const name = (field: string): string => `${id}/${field}`
  const text = (field: 'title' | 'description' | 'graderNote') => (
    <TextField
      name={name(field)}
      title={fields[field]}
      rows={field === 'title' ? 1 : 2}
      lang={state.language}
      value={shownText(criterion[field], state.language, field === 'title' ? 'line' : 'text')}
    />
  )
  const box = (field: 'required' | 'commentRequired' | 'visibleToStudent') => (
    <CheckField name={name(field)} title={fields[field]} isChecked={criterion[field]} />
  )
  return (
    <div class="padded rubric-fields">
      {text('title')}
      <Kinds view={view} criterion={criterion} />
      <Parts view={view} criterion={criterion} />
      <OwnNumbers view={view} criterion={criterion} />
      <div class="boxes">
        {box('required')}
        {box('commentRequired')}
        {box('visibleToStudent')}
      </div>
      {text('description')}
      {text('graderNote')}
    </div>
  )
}

function Kinds({ view: { texts }, criterion: { id, kind } }: CriterionFieldsProps) {
  return (
    <fieldset class="bare buttons">
      <legend class="visually-hidden">{texts.rubrics.fields.kind}</legend>
      {(['levels', 'checks', 'points'] as const).map((each) => (
        <RowButton
          key={each}
          press={`kind:${id}/${each}`}
          text={texts.rubrics.values[each]}
          isPressed={each === kind}
        />
      ))}
    </fieldset>
  )
}

function Parts({ view, criterion }: CriterionFieldsProps) {
  const { addLevel, addCheck } = view.texts.rubricEditor
  const parts = partsOf(criterion)
  if (criterion.kind === 'points') return null
  return (
    <>
      {withUndo(
        view,
        criterion.id,
        parts.map((part, at) => (
          <Row
            key={part.id}
            from={[part, at, parts.length, criterion.kind, view.state.language]}
            draw={() => <Part view={view} criterion={criterion} part={part} at={at} count={parts.length} />}
          />
        )),
      )}
      <div class="buttons">
        <RowButton press={`addPart:${criterion.id}`} text={criterion.kind === 'levels' ? addLevel : addCheck} />
      </div>
    </>
  )
}

interface PartProps extends CriterionFieldsProps {
  readonly part: TypedPart
  readonly at: number
  readonly count: number
}

/** A level or a check. */
function Part({ view, criterion, part, at, count }: PartProps) {
  const { texts, locale, state } = view
  const { fields, values } = texts.rubrics
  const { level, check } = texts.rubricEditor
  const row = `${criterion.id}/${part.id}`
  const isLevel = criterion.kind === 'levels'
  const title = titleIn(part.title, locale) || (isLevel ? level(at + 1) : check(at + 1))
  const text = (field: 'title' | 'description' | 'graderNote') => (
    <TextField
      name={`${row}/${field}`}
      title={fields[field]}
      lang={state.language}
      rows={field === 'title' ? 1 : 2}
      value={shownText(part[field], state.language, field === 'title' ? 'line' : 'text')}
    />
  )
  return (
    <fieldset class="part" data-row={row}>
      <legend>{title}</legend>
      <div class="pair">
        <TypedNumberField name={`${row}/points`} title={fields.points} value={part.points} />
        {text('title')}
      </div>
      {!isLevel && (
        <div class="boxes">
          <TypedNumberField name={`${row}/maxTimes`} title={fields.maxTimes} value={part.maxTimes} />
          <SelectField
            name={`${row}/visibility`}
            title={fields.visibility}
            value={part.visibility}
            options={(['always', 'chosen', 'never'] as const).map((value) => ({ value, text: values[value] }))}
          />
        </div>
      )}
      <div class="line">
        <CheckField name={`${row}/commentRequired`} title={fields.commentRequired} isChecked={part.commentRequired} />
        <span class="buttons">
          <RowTools view={view} row={row} title={title} at={at} count={count} />
        </span>
      </div>
      <div class="boxes">
        {isLevel && text('description')}
        {text('graderNote')}
      </div>
    </fieldset>
  )
}

/** The numbers that belong to a kind. */
function OwnNumbers({ view: { texts }, criterion }: CriterionFieldsProps) {
  const { fields } = texts.rubrics
  const { all } = texts.rubricEditor
  const names = { levels: [], checks: ['minChecks', 'maxChecks'], points: ['min', 'max', 'step'] } as const
  return (
    <div class="boxes">
      {names[criterion.kind].map((field) => (
        <TypedNumberField
          key={field}
          name={`${criterion.id}/${field}`}
          title={fields[field]}
          about={field === 'maxChecks' ? all : undefined}
          value={criterion[field]}
        />
      ))}
    </div>
  )
}
