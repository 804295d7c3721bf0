import type { Criterion } from '@course-grading/domain/rubrics/rubric-document'
import { criterionRange } from '@course-grading/domain/rubrics/reachable-points'
import { formatPoints } from '../display/formats.ts'
import { RowButton } from '../forms/fields.tsx'
import type { EditorView } from './editor-view.ts'
import { givenCriterion, type TypedCriterion } from './typed-rubric.ts'

/** All that a line is drawn from and that may change. */
export interface Line {
  readonly title: string
  readonly kind: TypedCriterion['kind']
  /** As it was last checked; undefined for one that is new since. */
  readonly checked: TypedCriterion | undefined
  readonly faults: number
  readonly isOpen: boolean
  readonly at: number
  readonly count: number
}

interface CriterionLineProps {
  readonly view: Pick<EditorView, 'texts' | 'locale'>
  readonly id: string
  readonly line: Line
}

/** A criterion as one line: title, kind and points, and what can be done with it. */
export function CriterionLine({ view, id, line }: CriterionLineProps) {
  const { texts } = view
  const { title, kind, checked, faults, isOpen, at, count } = line
  const { open, close, toMend } = texts.rubricEditor
  return (
    <>
      <legend>
        <span class="quiet number">{at + 1}</span> {title}
      </legend>
      <div class="line">
        <span class="quiet small">
          {texts.rubrics.values[kind]}
          {faults === 0 && checked !== undefined && ` · ${pointsOf(view, checked)}`}
        </span>
        {faults > 0 && <span class="tag bad">{toMend(faults)}</span>}
        <span class="buttons">
          <RowButton press={`${isOpen ? 'close' : 'open'}:${id}`} text={isOpen ? close : open} of={title} />
          <RowTools view={view} row={id} title={title} at={at} count={count} />
        </span>
      </div>
    </>
  )
}

function pointsOf({ texts, locale }: CriterionLineProps['view'], criterion: TypedCriterion): string {
  // Nothing is wrong with it, so it has the form of its kind.
  const { lowest, highest } = criterionRange(givenCriterion(criterion) as Criterion)
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
