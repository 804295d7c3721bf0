import type { Rubric, RubricVersion } from '@course-grading/contracts/rubrics/rubric'
import type { RouterContext } from '@koa/router'
import type { Visit } from '../http/visit.ts'
import { Time } from '../islands/display/time.tsx'
import { RowTable } from '../layout/row-table.tsx'
import type { Locale, Texts } from '../texts/texts.ts'
import { rubricPath } from './rubric-paths.ts'
import { RubricText } from './rubric-text.tsx'

export interface VersionList {
  readonly items: readonly RubricVersion[]
  readonly nextCursor: string | null
}

const versionsAtOnce = 50

export async function readVersions(
  ctx: RouterContext,
  { boundary, requestId }: Visit,
  { rubricId }: Pick<Rubric, 'rubricId'>,
): Promise<VersionList> {
  const query = { limit: versionsAtOnce, cursor: ctx.URL.searchParams.get('cursor') ?? undefined }
  return (await boundary.listRubricVersions({ params: { rubricId }, query, requestId })).body
}

interface VersionsProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly rubric: Pick<Rubric, 'courseId' | 'rubricId'>
  readonly versions: VersionList
}

/** What was published, the newest first; each leads to what it changed. */
export function Versions({ texts, locale, rubric, versions: { items, nextCursor } }: VersionsProps) {
  const { versions, versionOf, columns, publishedAt, publishedBy } = texts.rubrics
  return (
    <section class="card">
      <h2>{versions}</h2>
      <RowTable
        rows={items}
        keyOf={({ version, wording }) => `${version}.${wording}`}
        columns={[
          {
            title: columns.version,
            cell: ({ version, wording }) => (
              <a href={`${rubricPath(rubric)}/versions/${version}?wording=${wording}`}>{versionOf(version, wording)}</a>
            ),
          },
          { title: columns.title, cell: ({ title }) => <RubricText texts={title} locale={locale} /> },
          { title: publishedBy, cell: ({ by }) => by.fullName },
          { title: publishedAt, cell: (each) => <Time at={each.publishedAt} /> },
        ]}
      />
      {nextCursor !== null && (
        <nav aria-label={texts.pages}>
          <a href={`${rubricPath(rubric)}?cursor=${encodeURIComponent(nextCursor)}`}>{texts.nextPage}</a>
        </nav>
      )}
    </section>
  )
}
