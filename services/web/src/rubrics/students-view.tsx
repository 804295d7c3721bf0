import type { RubricDocument } from '@course-grading/contracts/rubrics/rubric-document'
import { mostPoints } from '@course-grading/domain/rubrics/most-points'
import type { Criterion, Localized } from '@course-grading/domain/rubrics/rubric-document'
import { formatPoints } from '../islands/display/formats.ts'
import type { Locale, Texts } from '../texts/texts.ts'
import { RubricText } from './rubric-text.tsx'

interface StudentsViewProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly document: RubricDocument
}

/** What students read of a rubric with their result. */
export function StudentsView({ texts, locale, document }: StudentsViewProps) {
  const { forStudents, hiddenCriteria, nothingForStudents } = texts.rubrics
  const shown = document.criteria.filter(({ visibleToStudent }) => visibleToStudent)
  const hidden = document.criteria.filter(({ visibleToStudent }) => !visibleToStudent)
  return (
    <section class="card padded">
      <h2>{forStudents}</h2>
      {shown.length === 0 && <p>{nothingForStudents}</p>}
      <dl class="sums number">
        {shown.map((criterion) => (
          <ShownCriterion key={criterion.id} texts={texts} locale={locale} criterion={criterion} />
        ))}
      </dl>
      {hidden.length > 0 && (
        <p class="quiet small">
          {hiddenCriteria} <Titles locale={locale} titles={hidden.map(({ title }) => title)} />
        </p>
      )}
    </section>
  )
}

interface ShownCriterionProps extends Pick<StudentsViewProps, 'texts' | 'locale'> {
  readonly criterion: Criterion
}

function ShownCriterion({ texts, locale, criterion }: ShownCriterionProps) {
  const { chosenLevel, alwaysShown, shownIfChosen } = texts.rubrics
  const lines: (readonly [string, readonly Localized[]])[] =
    criterion.kind === 'levels'
      ? [[chosenLevel, criterion.levels.map(({ title }) => title)]]
      : criterion.kind === 'checks'
        ? [
            [alwaysShown, titlesWith(criterion, 'always')],
            [shownIfChosen, titlesWith(criterion, 'chosen')],
          ]
        : []
  return (
    <div>
      <dt>
        <b>
          <RubricText texts={criterion.title} locale={locale} />
        </b>
        {lines
          .filter(([, titles]) => titles.length > 0)
          .map(([what, titles]) => (
            <span key={what} class="quiet small">
              {' '}
              {what} <Titles locale={locale} titles={titles} />
            </span>
          ))}
      </dt>
      {criterion.kind !== 'checks' && <dd>{formatPoints(locale, mostPoints(criterion))}</dd>}
    </div>
  )
}

const titlesWith = (
  { checks }: Extract<Criterion, { kind: 'checks' }>,
  visibility: 'always' | 'chosen',
): readonly Localized[] => checks.filter((check) => check.visibility === visibility).map(({ title }) => title)

export const Titles = ({ titles, locale }: { readonly titles: readonly Localized[]; readonly locale: Locale }) =>
  titles.map((title, at) => (
    // Two may have one title.
    <span key={at}>
      {at > 0 && ', '}
      <RubricText texts={title} locale={locale} />
    </span>
  ))
