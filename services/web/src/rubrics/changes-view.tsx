import type { RubricChanges, StructureChange, WordingChange } from '@course-grading/domain/rubrics/rubric-changes'
import type { Localized } from '@course-grading/domain/rubrics/rubric-document'
import { formatPoints, languageName } from '../islands/display/formats.ts'
import type { Locale, Texts } from '../texts/texts.ts'
import { Titles } from './students-view.tsx'

interface ChangesViewProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly changes: RubricChanges
}

/** What a document changes of an earlier one, structure and wording apart. */
export function ChangesView({ texts, locale, changes: { structure, wording } }: ChangesViewProps) {
  const { nothing, structureTitle, wordingTitle } = texts.rubrics.changes
  if (structure.length + wording.length === 0) return <p class="quiet">{nothing}</p>
  return (
    <>
      {structure.length > 0 && (
        <>
          <h3>{structureTitle}</h3>
          <ul class="list">
            {structure.map((change, at) => (
              <li key={at}>
                <Structure texts={texts} locale={locale} change={change} />
              </li>
            ))}
          </ul>
        </>
      )}
      {wording.length > 0 && (
        <>
          <h3>{wordingTitle}</h3>
          <ul class="list">
            {wording.map((change, at) => (
              <li key={at}>
                <Wording texts={texts} locale={locale} change={change} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

interface ChangeProps<Change> extends Pick<ChangesViewProps, 'texts' | 'locale'> {
  readonly change: Change
}

function Structure({ texts, locale, change }: ChangeProps<StructureChange>) {
  const { fields, changes } = texts.rubrics
  const place = <PlaceOf texts={texts} locale={locale} place={change} />
  if (change.what === 'reordered')
    return (
      <span>
        {place}: {changes.order} <Titles titles={change.order} locale={locale} />
      </span>
    )
  if (change.what !== 'changed')
    return (
      <span>
        {changes[change.what]}: {place}
      </span>
    )
  const value = (given: typeof change.before) => valueText(texts, locale, given)
  return (
    <span>
      {place}: {fields[change.field]} <span class="number">{`${value(change.before)} → ${value(change.after)}`}</span>
    </span>
  )
}

function valueText({ rubrics }: Texts, locale: Locale, value: string | number | boolean | null): string {
  if (typeof value === 'number') return formatPoints(locale, value)
  if (typeof value === 'boolean') return value ? rubrics.changes.yes : rubrics.changes.no
  if (value === null) return rubrics.changes.unset
  return rubrics.values[value as keyof typeof rubrics.values]
}

/** Each language whose text changed or, where none did, the new order of languages. */
function Wording({ texts, locale, change }: ChangeProps<WordingChange>) {
  const { fields, changes } = texts.rubrics
  const before: Localized = change.before ?? {}
  const after: Localized = change.after ?? {}
  const languages = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = languages.filter((language) => before[language] !== after[language])
  return (
    <>
      <span>
        <PlaceOf texts={texts} locale={locale} place={change} />: {fields[change.field]}
      </span>
      {changed.map((language) => (
        <span key={language} class="wording">
          <span class="quiet small">{languageName(locale, language)}</span>{' '}
          {before[language] !== undefined && <del lang={language}>{before[language]}</del>}{' '}
          {after[language] !== undefined && <ins lang={language}>{after[language]}</ins>}
        </span>
      ))}
      {changed.length === 0 && (
        <span class="quiet">
          {changes.languages}{' '}
          {Object.keys(after)
            .map((language) => languageName(locale, language))
            .join(', ')}
        </span>
      )}
    </>
  )
}

function PlaceOf({
  texts,
  locale,
  place,
}: Omit<ChangeProps<never>, 'change'> & { readonly place: StructureChange | WordingChange }) {
  const titles = [place.criterion, place.part].filter((title) => title !== null)
  if (titles.length === 0) return texts.rubrics.changes.itself
  return (
    <b>
      <Titles titles={titles} locale={locale} />
    </b>
  )
}
