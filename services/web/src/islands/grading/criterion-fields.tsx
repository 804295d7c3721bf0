import { Fragment } from 'preact'
import { formatPoints } from '../formats.ts'
import { languageOfText, localizedText } from '../localized-text.ts'
import { CommentField } from './comment-field.tsx'
import { fieldId } from './field-id.ts'
import { paths } from './fields.ts'
import type { GradingPage } from './grading-page.ts'
import type { GradingStart } from './grading-start.ts'
import { NumberField, UnreadableNote } from './number-field.tsx'
import { numberAt } from './typed-values.ts'

export type Criterion = GradingStart['assessment']['rubric']['document']['criteria'][number]

interface CriterionFieldsProps {
  readonly page: GradingPage
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
      <fieldset disabled={isReadOnly} class="bare">
        {criterion.kind === 'levels' && <Levels page={page} criterion={criterion} />}
        {criterion.kind === 'checks' && <Checks page={page} criterion={criterion} />}
        {criterion.kind === 'points' && <Points page={page} criterion={criterion} />}
      </fieldset>
      <CommentField page={page} path={paths.comment(criterion.id)} isRequired={needsComment} />
    </>
  )
}

interface OfKind<Kind extends Criterion['kind']> {
  readonly page: GradingPage
  readonly criterion: Extract<Criterion, { readonly kind: Kind }>
}

function Levels({ page, criterion }: OfKind<'levels'>) {
  const { texts, start, fields, onField } = page
  const path = paths.levelId(criterion.id)
  const chosen = fields[path] ?? ''
  const choice = (value: string, content: preact.ComponentChildren) => (
    <label key={value} class="choice">
      <input
        type="radio"
        id={fieldId(page, [path, value].join('/'))}
        name={path}
        value={value}
        checked={chosen === value}
        onChange={onField && (() => onField(path, value))}
      />
      <span>{content}</span>
    </label>
  )
  return (
    <>
      {criterion.levels.map(({ id, title, points, description, graderNote }) =>
        choice(
          id,
          <>
            <RubricText texts={title} locale={start.locale} /> <Earns locale={start.locale} points={points} />
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
      {onField === undefined
        ? choice('', <span class="quiet">{texts.grading.notJudged}</span>)
        : chosen !== '' && (
            <button type="button" class="plain small" onClick={() => onField(path, '')}>
              {texts.grading.clear}
            </button>
          )}
    </>
  )
}

function Checks({ page, criterion }: OfKind<'checks'>) {
  const { texts, start, fields, onField } = page
  const none = paths.none(criterion.id)
  const change = (path: string, value: string): void => {
    onField?.(path, value)
    if (path !== none && (numberAt(path, value) ?? 0) > 0) onField?.(none, '')
  }
  const box = (path: string, value: string, content: preact.ComponentChildren) => (
    <label key={path} class="choice">
      <input
        type="checkbox"
        id={fieldId(page, path)}
        name={path}
        value={value}
        checked={fields[path] !== undefined}
        onChange={onField && (({ currentTarget }) => change(path, currentTarget.checked ? value : ''))}
      />
      <span>{content}</span>
    </label>
  )
  return (
    <>
      {criterion.checks.map(({ id, title, points, maxTimes, graderNote }) => {
        const path = paths.check(criterion.id, id)
        const content = (
          <>
            <RubricText texts={title} locale={start.locale} /> <Earns locale={start.locale} points={points} />
            {graderNote && (
              <small class="quiet grader-note">
                <RubricText texts={graderNote} locale={start.locale} />
              </small>
            )}
          </>
        )
        if (maxTimes === 1) return box(path, '1', content)
        return (
          <Fragment key={path}>
            <label class="choice">
              <NumberField page={page} path={path} min={0} max={maxTimes} onValue={(typed) => change(path, typed)} />
              <span>{content}</span>
            </label>
            <UnreadableNote page={page} path={path} />
          </Fragment>
        )
      })}
      {criterion.required && criterion.minChecks === 0 && box(none, 'yes', texts.grading.noneApplies)}
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
        {texts.grading.points}{' '}
        <NumberField
          page={page}
          path={path}
          min={min}
          max={max}
          step={step}
          onValue={(typed) => onField?.(path, typed)}
        />{' '}
        <span class="quiet small">
          {texts.grading.range(formatPoints(start.locale, min), formatPoints(start.locale, max))}
        </span>
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

const Earns = ({ locale, points }: { readonly locale: GradingStart['locale']; readonly points: number }) => (
  <span class="number quiet">{formatPoints(locale, points)}</span>
)
