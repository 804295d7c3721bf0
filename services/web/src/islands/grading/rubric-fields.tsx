import { Fresh } from '../fresh.tsx'
import { jsonPath } from '@course-grading/domain/json/json-path'
import { formatPoints } from '../formats.ts'
import { languageOfText, localizedText } from '../localized-text.ts'
import { CriterionFields } from './criterion-fields.tsx'
import { fieldId } from './field-id.ts'
import { paths } from './fields.ts'
import { GapNotes } from './gap-notes.tsx'
import { gapsAt } from './gaps.ts'
import type { GradingPage } from './grading-page.ts'
import { judgeFields } from './judgement.ts'
import { partIds } from './skip-links.tsx'
import { NumberField, UnreadableNote } from './number-field.tsx'
import { TextField } from './text-field.tsx'

/** A group of fields for each criterion, with native controls only. */
export function RubricFields({ page }: { readonly page: GradingPage }) {
  const { texts, start, fields, gaps, isReadOnly, isPaused, onField } = page
  const { rubric, adjustment, reason, privateNote, points } = texts.grading
  const { byCriterion, unfinished } = judgeFields({ ...start.assessment, ...start.exercise }, fields)
  return (
    <section class="card padded plain-set" aria-labelledby={partIds.rubric}>
      <h2 id={partIds.rubric} class="legend" tabIndex={-1}>
        {rubric}
      </h2>
      {page.steps}
      {start.assessment.rubric.document.criteria.map((criterion, index) => {
        const own = gapsAt(gaps, 'scores', criterion.id)
        const id = `gaps-${criterion.id}`
        return (
          <fieldset
            key={criterion.id}
            class={own.length > 0 ? 'criterion missing' : 'criterion'}
            data-criterion={criterion.id}
            tabIndex={-1}
            aria-current={index === page.present ? 'true' : undefined}
            aria-describedby={own.length > 0 ? id : undefined}
          >
            <legend lang={languageOfText(criterion.title, start.locale)}>
              {localizedText(criterion.title, start.locale)}
            </legend>
            <span class="number quiet earned">
              <Fresh text={formatPoints(start.locale, byCriterion[criterion.id] ?? 0)} />
            </span>
            <GapNotes id={id} gaps={own} />
            <CriterionFields
              page={page}
              criterion={criterion}
              needsComment={unfinished.some(({ path }) => path === jsonPath(['scores', criterion.id, 'comment']))}
            />
          </fieldset>
        )
      })}
      <fieldset class="criterion">
        <legend>{adjustment}</legend>
        <GapNotes id="gaps-adjustment" gaps={gapsAt(gaps, 'adjustment')} />
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
      <GapNotes id="gaps-note" gaps={gapsAt(gaps, 'privateNote')} />
      <TextField page={page} path={paths.privateNote} label={privateNote} rows={2} />
    </section>
  )
}
