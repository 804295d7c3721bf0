import type { Criterion } from './criterion-fields.tsx'
import { CriterionGroup } from './criterion-group.tsx'
import { fieldId } from './field-id.ts'
import { names } from './field-names.ts'
import { withAdjustment } from './fields.ts'
import { FoldedWhileEmpty } from './folded-while-empty.tsx'
import { GapNotes } from './gap-notes.tsx'
import { gapsAt } from './gaps.ts'
import type { GradingPage } from './grading-page.ts'
import { judgeFields } from './judgement.ts'
import { NumberField, UnreadableNote } from './number-field.tsx'
import { partIds } from './skip-links.tsx'
import { storableText } from './stored-texts.ts'
import { TextField } from './text-field.tsx'

/** A group of fields for each criterion, with native controls only. */
export function RubricFields({ page }: { readonly page: GradingPage }) {
  const { texts, start, fields } = page
  const judged = judgeFields({ ...start.assessment, ...start.exercise }, fields)
  return (
    <section class="rubric plain-set" aria-labelledby={partIds.rubric}>
      <h2 id={partIds.rubric} class="legend" tabIndex={-1}>
        {texts.grading.rubric}
      </h2>
      {page.steps}
      {start.assessment.rubric.document.criteria.map((criterion: Criterion, index) => (
        <CriterionGroup
          key={criterion.id}
          page={page}
          criterion={criterion}
          judged={judged}
          isPresent={index === page.present}
        />
      ))}
      <Aside page={page} />
    </section>
  )
}

function Aside({ page }: { readonly page: GradingPage }) {
  const { texts, fields, gaps, isReadOnly, isPaused, onChange } = page
  const { aside, adjustment, reason, privateNote, points } = texts.grading
  const { points: typed, reason: why } = fields.adjustment
  const number = { page, name: names.adjustment, value: typed }
  const adjustmentGaps = gapsAt(gaps, 'adjustment')
  return (
    <FoldedWhileEmpty title={aside} isEmpty={typed === '' && why === '' && fields.note === ''}>
      <fieldset class="criterion" aria-describedby={adjustmentGaps.length > 0 ? 'gaps-adjustment' : undefined}>
        <legend>{adjustment}</legend>
        <GapNotes id="gaps-adjustment" gaps={adjustmentGaps} />
        <div class="pair">
          <label>
            {points} <NumberField {...number} onValue={(value) => onChange?.(withAdjustment({ points: value }))} />
          </label>
          <label class="grows">
            {reason}{' '}
            <input
              id={fieldId(page, names.reason)}
              name={names.reason}
              value={why}
              readOnly={isReadOnly || isPaused}
              onInput={
                onChange &&
                (({ currentTarget }) => onChange(withAdjustment({ reason: storableText(currentTarget.value) })))
              }
            />
          </label>
        </div>
        <UnreadableNote {...number} />
      </fieldset>
      <TextField
        page={page}
        name={names.privateNote}
        text={fields.note}
        change={(note) => (now) => ({ ...now, note })}
        label={privateNote}
        rows={2}
        gaps={{ id: 'gaps-note', gaps: gapsAt(gaps, 'privateNote') }}
      />
    </FoldedWhileEmpty>
  )
}
