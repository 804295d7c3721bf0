import type { Criterion } from './criterion-fields.tsx'
import { CriterionGroup } from './criterion-group.tsx'
import { fieldId } from './field-id.ts'
import { paths } from './fields.ts'
import { FoldedWhileEmpty } from './folded-while-empty.tsx'
import { GapNotes } from './gap-notes.tsx'
import { gapsAt } from './gaps.ts'
import type { GradingPage } from './grading-page.ts'
import { judgeFields } from './judgement.ts'
import { NumberField, UnreadableNote } from './number-field.tsx'
import { partIds } from './skip-links.tsx'
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

const asidePaths = [paths.adjustment, paths.reason, paths.privateNote]

function Aside({ page }: { readonly page: GradingPage }) {
  const { texts, fields, gaps, isReadOnly, isPaused, onField } = page
  const { aside, adjustment, reason, privateNote, points } = texts.grading
  const adjustmentGaps = gapsAt(gaps, 'adjustment')
  return (
    <FoldedWhileEmpty title={aside} isEmpty={asidePaths.every((path) => fields[path] === undefined)}>
      <fieldset class="criterion" aria-describedby={adjustmentGaps.length > 0 ? 'gaps-adjustment' : undefined}>
        <legend>{adjustment}</legend>
        <GapNotes id="gaps-adjustment" gaps={adjustmentGaps} />
        <div class="pair">
          <label>
            {points}{' '}
            <NumberField page={page} path={paths.adjustment} onValue={(typed) => onField?.(paths.adjustment, typed)} />
          </label>
          <label class="grows">
            {reason}{' '}
            <input
              id={fieldId(page, paths.reason)}
              name={paths.reason}
              value={fields[paths.reason] ?? ''}
              readOnly={isReadOnly || isPaused}
              onInput={onField && (({ currentTarget }) => onField(paths.reason, currentTarget.value))}
            />
          </label>
        </div>
        <UnreadableNote page={page} path={paths.adjustment} />
      </fieldset>
      <TextField
        page={page}
        path={paths.privateNote}
        label={privateNote}
        rows={2}
        gaps={{ id: 'gaps-note', gaps: gapsAt(gaps, 'privateNote') }}
      />
    </FoldedWhileEmpty>
  )
}
