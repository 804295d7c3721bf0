import { type ComponentChildren, Fragment } from 'preact'
import { formatPoints } from '../display/formats.ts'
import { languageOfText, localizedText } from '../display/localized-text.ts'
import { CommentField } from './comment-field.tsx'
import { fieldId } from './field-id.ts'
import { names } from './field-names.ts'
import { type Checks as Judged, scoreOf, withCheck, withScore } from './fields.ts'
import type { RubricPage } from './grading-page.ts'
import type { GradingStart } from './grading-start.ts'
import { NumberField, UnreadableNote } from './number-field.tsx'

export type Criterion = GradingStart['assessment']['rubric']['document']['criteria'][number]

interface CriterionFieldsProps {
  readonly page: RubricPage
  readonly criterion: Criterion
  /** Whether the assessment cannot be completed without a comment on this criterion. */
  readonly needsComment: boolean
}

export function CriterionFields({ page, criterion, needsComment }: CriterionFieldsProps) {
  const { start, isReadOnly } = page
  const { description, graderNote } = criterion
  return (
    <>
      {description && (
        <p class="quiet small">
          <RubricText texts={description} locale={start.locale} />
        </p>
      )}
      {graderNote && (
        <p class="quiet small grader-note">
          <RubricText texts={graderNote} locale={start.locale} />
        </p>
      )}
      <fieldset disabled={isReadOnly} class={`bare ${criterion.kind}`}>
        {criterion.kind === 'levels' && <Levels page={page} criterion={criterion} />}
        {criterion.kind === 'checks' && <Checks page={page} criterion={criterion} />}
        {criterion.kind === 'points' && <Points page={page} criterion={criterion} />}
      </fieldset>
      <div class="foot-of-criterion">
        {criterion.kind === 'levels' && <Clear page={page} criterion={criterion} />}
        <CommentField page={page} criterionId={criterion.id} isRequired={needsComment} />
      </div>
    </>
  )
}

interface OfKind<Kind extends Criterion['kind']> {
  readonly page: RubricPage
  readonly criterion: Extract<Criterion, { readonly kind: Kind }>
}

function Levels({ page, criterion }: OfKind<'levels'>) {
  const { texts, start, fields, onChange } = page
  const name = names.levelId(criterion.id)
  const chosen = scoreOf(fields, criterion.id).levelId
  const choice = (value: string, content: ComponentChildren) => (
    <label key={value} class="choice">
      <input
        type="radio"
        id={fieldId(page, [name, value].join('/'))}
        name={name}
        value={value}
        checked={chosen === value}
        onChange={onChange && (() => onChange(withScore(criterion.id, () => ({ levelId: value }))))}
      />
      {content}
    </label>
  )
  return (
    <>
      {criterion.levels.map(({ id, title, points, description, graderNote }, place) =>
        choice(
          id,
          <>
            <RubricText texts={title} locale={start.locale} />{' '}
            <span class="number quiet">{formatPoints(start.locale, points)}</span>
            <DigitHint page={page} place={place} />
            {description && (
              <small class="quiet">
                <RubricText texts={description} locale={start.locale} />
              </small>
            )}
            {graderNote && (
              <small class="quiet grader-note">
                <RubricText texts={graderNote} locale={start.locale} />
              </small>
            )}
          </>,
        ),
      )}
      {onChange === undefined && choice('', <span class="quiet">{texts.grading.notJudged}</span>)}
    </>
  )
}

/** A radio button cannot be taken back. */
function Clear({ page: { texts, fields, isReadOnly, onChange }, criterion }: OfKind<'levels'>) {
  if (onChange === undefined || isReadOnly || scoreOf(fields, criterion.id).levelId === '') return null
  return (
    <button
      type="button"
      class="plain small"
      onClick={() => onChange(withScore(criterion.id, () => ({ levelId: '' })))}
    >
      {texts.grading.clear}
    </button>
  )
}

function Checks({ page, criterion }: OfKind<'checks'>) {
  const { texts, start, fields, onChange } = page
  const judged = scoreOf(fields, criterion.id).checks
  const change = (next: (checks: Judged) => Judged): void =>
    onChange?.(withScore(criterion.id, ({ checks }) => ({ checks: next(checks) })))
  const box = (
    name: string,
    value: string,
    isChecked: boolean,
    onBox: (isIt: boolean) => void,
    content: ComponentChildren,
  ) => (
    <label key={name} class="choice">
      <input
        type="checkbox"
        id={fieldId(page, name)}
        name={name}
        value={value}
        checked={isChecked}
        onChange={onChange && (({ currentTarget }) => onBox(currentTarget.checked))}
      />
      {content}
    </label>
  )
  return (
    <>
      {criterion.checks.map(({ id, title, points, maxTimes, graderNote }, place) => {
        const times = judged.times.get(id) ?? ''
        const number = { page, name: names.check(criterion.id, id), value: times, isCount: true }
        const what = <RubricText texts={title} locale={start.locale} />
        const others = (
          <>
            <span class="number quiet">{signed(start.locale, points)}</span>
            <DigitHint page={page} place={place} />
            {graderNote && (
              <small class="quiet grader-note">
                <RubricText texts={graderNote} locale={start.locale} />
              </small>
            )}
          </>
        )
        if (maxTimes === 1)
          return box(
            number.name,
            '1',
            times !== '',
            (isIt) => change((checks) => withCheck(checks, id, isIt ? 1 : '')),
            <>
              {what} {others}
            </>,
          )
        return (
          <Fragment key={number.name}>
            <label class={times === '' ? 'choice counted' : 'choice counted chosen'}>
              {what}{' '}
              <NumberField
                {...number}
                min={0}
                max={maxTimes}
                onValue={(value) => change((checks) => withCheck(checks, id, value))}
              />{' '}
              {others}
            </label>
            <UnreadableNote {...number} />
          </Fragment>
        )
      })}
      {criterion.required &&
        criterion.minChecks === 0 &&
        box(
          names.none(criterion.id),
          'yes',
          judged.none,
          (none) => change((checks) => ({ ...checks, none })),
          <span>{texts.grading.noneApplies}</span>,
        )}
    </>
  )
}

function Points({ page, criterion }: OfKind<'points'>) {
  const { texts, start, fields, onChange } = page
  const { id, min, max, step } = criterion
  const number = { page, name: names.points(id), value: scoreOf(fields, id).points }
  return (
    <>
      <label>
        <span class="quiet small">{texts.grading.points}</span>{' '}
        {min !== 0 && (
          <span class="quiet small">
            {texts.grading.range(formatPoints(start.locale, min), formatPoints(start.locale, max))}
          </span>
        )}{' '}
        <NumberField
          {...number}
          min={min}
          max={max}
          step={step}
          onValue={(points) => onChange?.(withScore(id, () => ({ points })))}
        />{' '}
        <span class="number quiet">{`/ ${formatPoints(start.locale, max)}`}</span>
      </label>
      <UnreadableNote {...number} />
    </>
  )
}

interface RubricTextProps {
  readonly texts: Readonly<Record<string, string>>
  readonly locale: GradingStart['locale']
}

const RubricText = ({ texts, locale }: RubricTextProps) => (
  <span lang={languageOfText(texts, locale)}>{localizedText(texts, locale)}</span>
)

const signed = (locale: GradingStart['locale'], points: number): string =>
  (points > 0 ? '+' : '') + formatPoints(locale, points)

/** The digit that chooses it in the criterion that keys judge, for people who see it. */
function DigitHint({ page: { isReadOnly, onChange }, place }: { readonly page: RubricPage; readonly place: number }) {
  if (onChange === undefined || isReadOnly || place > 9) return null
  return <kbd aria-hidden="true">{(place + 1) % 10}</kbd>
}
