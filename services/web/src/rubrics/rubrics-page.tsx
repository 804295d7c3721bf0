import type { RubricBrief } from '@course-grading/contracts/rubrics/rubric'
import { languageOfText, localizedText } from '../islands/display/localized-text.ts'
import { RowTable } from '../layout/row-table.tsx'
import type { Locale, Texts } from '../texts/texts.ts'
import type { ExerciseNames } from './exercise-names.ts'
import { rubricPath, rubricsPath } from './rubric-paths.ts'
import { UsedBy } from './used-by.tsx'

interface RubricsPageProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly courseId: number
  readonly teaches: boolean
  readonly names: ExerciseNames
  readonly rubrics: readonly RubricBrief[]
  readonly nextCursor: string | null
}

export function RubricsPage({ texts, locale, courseId, teaches, names, rubrics, nextCursor }: RubricsPageProps) {
  const { title, none, archived } = texts.rubrics
  const list = (shown: readonly RubricBrief[]) => (
    <RubricTable texts={texts} locale={locale} names={names} rubrics={shown} />
  )
  const offered = rubrics.filter(({ state }) => state !== 'archived')
  const others = rubrics.filter(({ state }) => state === 'archived')
  return (
    <>
      <div class="top">
        <h1>{title}</h1>
        {teaches && (
          <a class="button main end" href={`${rubricsPath(courseId)}/new`}>
            {texts.rubrics.create}
          </a>
        )}
      </div>
      <section class="card" aria-label={title}>
        {offered.length > 0 ? list(offered) : <p class="quiet">{none}</p>}
        {others.length > 0 && (
          <details class="folded padded">
            <summary>{archived(others.length)}</summary>
            {list(others)}
          </details>
        )}
      </section>
      {nextCursor !== null && (
        <nav aria-label={texts.pages}>
          <a href={`${rubricsPath(courseId)}?cursor=${encodeURIComponent(nextCursor)}`}>{texts.nextPage}</a>
        </nav>
      )}
    </>
  )
}

interface RubricTableProps extends Pick<RubricsPageProps, 'texts' | 'locale' | 'names' | 'rubrics'> {}

function RubricTable({ texts, locale, names, rubrics }: RubricTableProps) {
  const { columns, versionOf, unpublished, draft } = texts.rubrics
  return (
    <RowTable
      rows={rubrics}
      keyOf={({ rubricId }) => rubricId}
      columns={[
        {
          title: columns.title,
          cell: (rubric) => (
            <a href={rubricPath(rubric)} lang={languageOfText(rubric.title, locale)}>
              {localizedText(rubric.title, locale)}
            </a>
          ),
        },
        {
          title: columns.version,
          cell: ({ latestVersion, latestWording }) =>
            latestVersion === null || latestWording === null ? (
              <span class="quiet">{unpublished}</span>
            ) : (
              versionOf(latestVersion, latestWording)
            ),
        },
        {
          title: columns.usedBy,
          cell: (rubric) => rubric.exerciseIds.length > 0 && <UsedBy rubric={rubric} names={names} />,
        },
        { title: columns.draft, cell: ({ hasDraft }) => hasDraft && <span class="tag warn">{draft}</span> },
      ]}
    />
  )
}
