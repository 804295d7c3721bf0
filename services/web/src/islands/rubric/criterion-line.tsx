import type { Criterion } from '@course-grading/domain/rubrics/rubric-document'
import { criterionRange } from '@course-grading/domain/rubrics/reachable-points'
import { formatPoints } from '../display/formats.ts'
import { RowButton } from '../forms/fields.tsx'
import type { EditorView } from './editor-view.ts'
import { titleOfCriterion } from './shown-faults.ts'
import { givenRubric, type TypedCriterion } from './typed-rubric.ts'

interface CriterionLineProps {
  readonly view: EditorView
  readonly criterion: TypedCriterion
  readonly at: number
}

/** A criterion as one line: title, kind and points, and what can be done with it. */
export function CriterionLine({ view, criterion, at }: CriterionLineProps) {
  const { texts, state, findings } = view
  const { open, close, toMend } = texts.rubricEditor
  const { id, kind } = criterion
  const title = titleOfCriterion(state.rubric, criterion, view)
  const faults = findings.filter((finding) => finding.criterion?.id === id).length
  const isOpen = state.open === id
  return (
    <>
      <legend>
        <span class="quiet number">{at + 1}</span> {title}
      </legend>
      <div class="line">
        <span class="quiet small">
          {texts.rubrics.values[kind]}
          {faults === 0 && ` · ${pointsOf(view, criterion)}`}
        </span>
        {faults > 0 && <span class="tag bad">{toMend(faults)}</span>}
        <span class="buttons">
          <RowButton press={`${isOpen ? 'close' : 'open'}:${id}`} text={isOpen ? close : open} of={title} />
          <RowTools view={view} row={id} title={title} at={at} count={state.rubric.criteria.length} />
        </span>
      </div>
    </>
  )
}

function pointsOf({ texts, locale, state }: EditorView, criterion: TypedCriterion): string {
  const [given] = givenRubric({ ...state.rubric, criteria: [criterion] }).criteria
  // Nothing is wrong with it, so it has the form of its kind.
  const { lowest, highest } = criterionRange(given as Criterion)
  return texts.rubricEditor.range(formatPoints(locale, lowest), formatPoints(locale, highest))
}

interface RowToolsProps {
  readonly view: Pick<EditorView, 'texts'>
  readonly row: string
  readonly title: string
  readonly at: number
  readonly count: number
}

export function RowTools({ view: { texts }, row, title, at, count }: RowToolsProps) {
  const { up, down, duplicate, remove } = texts.rubricEditor
  return (
    <>
      <RowButton press={`up:${row}`} text={up} of={title} isOff={at === 0} />
      <RowButton press={`down:${row}`} text={down} of={title} isOff={at === count - 1} />
      <RowButton press={`duplicate:${row}`} text={duplicate} of={title} />
      <RowButton press={`remove:${row}`} text={remove} of={title} />
    </>
  )
}
