import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import { formatPoints } from '../layout/formats.ts'
import { TextArea } from '../layout/text-area.tsx'
import type { Locale, Texts } from '../texts/texts.ts'
import type { FormState } from './form-state.ts'
import { fieldNames } from './grading-fields.ts'
import { GapNotes } from './gap-notes.tsx'
import { localizedText } from './localized-text.ts'
import { type Gap, gapsAt } from './refusal-of.ts'

interface RubricFieldsProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly assessment: Assessment
  readonly typed: FormState
  readonly isReadOnly: boolean
  readonly gaps: readonly Gap[]
}

type Criterion = Assessment['rubric']['document']['criteria'][number]

/** A group for each criterion, with native controls only. */
export function RubricFields({ texts, locale, assessment, typed, isReadOnly, gaps }: RubricFieldsProps) {
  const { rubric, adjustment, reason, privateNote } = texts.grading
  return (
    <fieldset class="card padded plain-set">
      <legend class="legend">{rubric}</legend>
      {assessment.rubric.document.criteria.map((criterion) => (
        <fieldset key={criterion.id} class="criterion" aria-describedby={`gaps-${criterion.id}`}>
          <legend>{localizedText(criterion.title, locale)}</legend>
          <GapNotes id={`gaps-${criterion.id}`} gaps={gapsAt(gaps, 'scores', criterion.id)} />
          {criterion.graderNote && <p class="quiet small">{localizedText(criterion.graderNote, locale)}</p>}
          <fieldset disabled={isReadOnly} class="bare">
            <Judgement texts={texts} locale={locale} criterion={criterion} fields={typed.criteria[criterion.id]} />
          </fieldset>
          <TextArea
            label={texts.grading.comment}
            name={fieldNames.comment(criterion.id)}
            value={typed.criteria[criterion.id]?.comment ?? ''}
            isReadOnly={isReadOnly}
            rows={2}
          />
        </fieldset>
      ))}
      <fieldset class="criterion" aria-describedby="gaps-adjustment">
        <legend>{adjustment}</legend>
        <GapNotes id="gaps-adjustment" gaps={gapsAt(gaps, 'adjustment')} />
        <label>
          {texts.grading.points}{' '}
          <input
            type="number"
            step="any"
            name={fieldNames.adjustment}
            value={typed.adjustment.points}
            readOnly={isReadOnly}
          />
        </label>
        <label>
          {reason}{' '}
          <input name={fieldNames.reason} value={typed.adjustment.reason} maxLength={500} readOnly={isReadOnly} />
        </label>
      </fieldset>
      <GapNotes id="gaps-note" gaps={gapsAt(gaps, 'privateNote')} />
      <TextArea
        label={privateNote}
        name={fieldNames.privateNote}
        value={typed.privateNote}
        rows={2}
        isReadOnly={isReadOnly}
      />
    </fieldset>
  )
}

interface JudgementProps extends Pick<RubricFieldsProps, 'texts' | 'locale'> {
  readonly criterion: Criterion
  readonly fields: FormState['criteria'][string] | undefined
}

function Judgement({ texts, locale, criterion, fields }: JudgementProps) {
  const points = (value: number): string => formatPoints(locale, value)
  if (criterion.kind === 'points')
    return (
      <label>
        {texts.grading.points}{' '}
        <input
          type="number"
          name={fieldNames.points(criterion.id)}
          value={fields?.points ?? ''}
          min={criterion.min}
          max={criterion.max}
          step={criterion.step}
        />{' '}
        <span class="quiet small">{texts.grading.range(points(criterion.min), points(criterion.max))}</span>
      </label>
    )
  if (criterion.kind === 'levels')
    return (
      <>
        {criterion.levels.map((level) => (
          <label key={level.id} class="choice">
            <input
              type="radio"
              name={fieldNames.level(criterion.id)}
              value={level.id}
              defaultChecked={fields?.levelId === level.id}
            />
            <span>
              {localizedText(level.title, locale)} <span class="number quiet">{points(level.points)}</span>
            </span>
          </label>
        ))}
        <label class="choice">
          <input
            type="radio"
            name={fieldNames.level(criterion.id)}
            value=""
            defaultChecked={(fields?.levelId ?? '') === ''}
          />
          <span class="quiet">{texts.grading.notJudged}</span>
        </label>
      </>
    )
  return (
    <>
      {criterion.checks.map((check) => (
        <label key={check.id} class="choice">
          {check.maxTimes === 1 ? (
            <input
              type="checkbox"
              name={fieldNames.check(criterion.id, check.id)}
              value="1"
              defaultChecked={(fields?.checks[check.id] ?? 0) > 0}
            />
          ) : (
            <input
              class="times"
              type="number"
              name={fieldNames.check(criterion.id, check.id)}
              min={0}
              max={check.maxTimes}
              value={fields?.checks[check.id] ?? 0}
            />
          )}
          <span>
            {localizedText(check.title, locale)} <span class="number quiet">{points(check.points)}</span>
          </span>
        </label>
      ))}
    </>
  )
}
