import { type ComponentChildren, Fragment } from 'preact'
import { formatPoints } from '../display/formats.ts'
import { languageOfText, localizedText } from '../display/localized-text.ts'
import { CommentField } from './comment-field.tsx'
import { fieldId } from './field-id.ts'
import { paths } from './fields.ts'
import type { RubricPage } from './grading-page.ts'
import type { GradingStart } from './grading-start.ts'
import { NumberField, UnreadableNote } from './number-field.tsx'
import { numberAt } from './typed-values.ts'

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
        <CommentField page={page} path={paths.comment(criterion.id)} isRequired={needsComment} />
      </div>
    </>
  )
}

interface OfKind<Kind extends Criterion['kind']> {
  readonly page: RubricPage
  readonly criterion: Extract<Criterion, { readonly kind: Kind }>
}

function Levels({ page, criterion }: OfKind<'levels'>) {
  const { texts, start, fields, onField } = page
  const path = paths.levelId(criterion.id)
  const chosen = fields[path] ?? ''
  const choice = (value: string, content: ComponentChildren) => (
    <label key={value} class="choice">
      <input
        type="radio"
        id={fieldId(page, [path, value].join('/'))}
        name={path}
        value={value}
        checked={chosen === value}
        onChange={onField && (() => onField(path, value))}
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
      {onField === undefined && choice('', <span class="quiet">{texts.grading.notJudged}</span>)}
    </>
  )
}

/** A radio button cannot be taken back. */
function Clear({ page: { texts, fields, isReadOnly, onField }, criterion }: OfKind<'levels'>) {
  const path = paths.levelId(criterion.id)
  if (onField === undefined || isReadOnly || fields[path] === undefined) return null
  return (
    <button type="button" class="plain small" onClick={() => onField(path, '')}>
      {texts.grading.clear}
    </button>
  )
}

function Checks({ page, criterion }: OfKind<'checks'>) {
  const { texts, start, fields, onField } = page
  const none = paths.none(criterion.id)
  const change = (path: string, value: string): void => {
    onField?.(path, value)
    if (path !== none && (numberAt(path, value) ?? 0) > 0) onField?.(none, '')
  }
  const box = (path: string, value: string, content: ComponentChildren) => (
    <label key={path} class="choice">
      <input
        type="checkbox"
        id={fieldId(page, path)}
        name={path}
        value={value}
        checked={fields[path] !== undefined}
        onChange={onField && (({ currentTarget }) => change(path, currentTarget.checked ? value : ''))}
      />
      {content}
    </label>
  )
  return (
    <>
      {criterion.checks.map(({ id, title, points, maxTimes, graderNote }, place) => {
        const path = paths.check(criterion.id, id)
        const name = <RubricText texts={title} locale={start.locale} />
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
            path,
            '1',
            <>
              {name} {others}
            </>,
          )
        return (
          <Fragment key={path}>
            <label class={fields[path] === undefined ? 'choice counted' : 'choice counted chosen'}>
              {name}{' '}
              <NumberField page={page} path={path} min={0} max={maxTimes} onValue={(typed) => change(path, typed)} />{' '}
              {others}
            </label>
            <UnreadableNote page={page} path={path} />
          </Fragment>
        )
      })}
      {criterion.required && criterion.minChecks === 0 && box(none, 'yes', <span>{texts.grading.noneApplies}</span>)}
    </>
  )
}

function Points({ page, criterion }: OfKind<'points'>) {
  const { texts, start, onField } = page
  const { id, min, max, step } = criterion
  const path = paths.points(id)
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
          page={page}
          path={path}
          min={min}
          max={max}
          step={step}
          onValue={(typed) => onField?.(path, typed)}
        />{' '}
        <span class="number quiet">{`/ ${formatPoints(start.locale, max)}`}</span>
      </label>
      <UnreadableNote page={page} path={path} />
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
function DigitHint({ page: { isReadOnly, onField }, place }: { readonly page: RubricPage; readonly place: number }) {
  if (onField === undefined || isReadOnly || place > 9) return null
  return <kbd aria-hidden="true">{(place + 1) % 10}</kbd>
}
