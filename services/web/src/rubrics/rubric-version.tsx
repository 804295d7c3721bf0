import type { RubricVersion, RubricVersionDetail } from '@course-grading/contracts/rubrics/rubric'
import { rubricChanges } from '@course-grading/domain/rubrics/rubric-changes'
import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { TimeIn } from '../islands/display/time.tsx'
import { languageOfText, localizedText } from '../islands/display/localized-text.ts'
import { pageRoute } from '../layout/page-route.ts'
import type { Locale, Texts } from '../texts/texts.ts'
import { ChangesView } from './changes-view.tsx'
import { GradersView } from './graders-view.tsx'
import { gradedCourse, placeOfRubric, rubricOf } from './rubric-of.ts'

/** One wording of one version, and what it changed of the one before. */
export function rubricVersion(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'rubricVersion',
    path: '/courses/:courseId/rubrics/:rubricId/versions/:version',
    show: async (ctx, visit) => {
      const { texts, locale } = visit
      const course = gradedCourse(ctx, visit)
      const rubric = await rubricOf(ctx, visit, course)
      const wording = ctx.URL.searchParams.get('wording')
      const at = { version: readId(ctx.params['version']), wording: wording === null ? undefined : readId(wording) }
      const shown = await readVersion(visit, rubric.rubricId, at)
      const before = await findBefore(visit, rubric.rubricId, shown)
      const name = texts.rubrics.versionOf(shown.version, shown.wording)
      return {
        title: [localizedText(shown.title, locale), name].join(' · '),
        ...placeOfRubric(visit, course, rubric, name),
        content: <VersionPage texts={texts} locale={locale} revision={rubric.revision} shown={shown} before={before} />,
      }
    },
  })
}

interface VersionAt {
  readonly version: number
  readonly wording: number | undefined
}

async function readVersion(
  { boundary, requestId }: Visit,
  rubricId: string,
  { version, wording }: VersionAt,
): Promise<RubricVersionDetail> {
  return (await boundary.getRubricVersion({ params: { rubricId, version }, query: { wording }, requestId })).body
}

/** What was published before it: wordings and versions are numbered without gaps. Null before the first. */
async function findBefore(
  visit: Visit,
  rubricId: string,
  { version, wording }: Pick<RubricVersion, 'version' | 'wording'>,
): Promise<RubricVersionDetail | null> {
  if (wording > 1) return await readVersion(visit, rubricId, { version, wording: wording - 1 })
  return version > 1 ? await readVersion(visit, rubricId, { version: version - 1, wording: undefined }) : null
}

interface VersionPageProps {
  readonly texts: Texts
  readonly locale: Locale
  /** Of the rubric. */
  readonly revision: number
  readonly shown: RubricVersionDetail
  readonly before: RubricVersionDetail | null
}

function VersionPage({ texts, locale, revision, shown, before }: VersionPageProps) {
  const { versionOf, published, changedSince } = texts.rubrics
  return (
    <div class="reading">
      <div>
        <h1 lang={languageOfText(shown.title, locale)}>{localizedText(shown.title, locale)}</h1>
        <p class="quiet small">
          {versionOf(shown.version, shown.wording)} · <TimeIn text={published} at={shown.publishedAt} />
        </p>
      </div>
      {before && (
        <section class="card padded">
          <h2>{changedSince(versionOf(before.version, before.wording))}</h2>
          <ChangesView texts={texts} locale={locale} changes={rubricChanges(before.document, shown.document)} />
        </section>
      )}
      <GradersView texts={texts} locale={locale} document={shown.document} revision={revision} />
    </div>
  )
}
