import type { SettingsRevision, SettingsRevisionDetail } from '@course-grading/contracts/settings/settings-revision'
import { pickLanguage } from '@course-grading/domain/localisation/pick-language'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { Time } from '../islands/display/time.tsx'
import { placeOf, placeOfSettings, taughtCourseOf } from '../layout/course-of.ts'
import { pageRoute } from '../layout/page-route.ts'
import { RowTable } from '../layout/row-table.tsx'
import type { Page } from '../layout/show-page.tsx'
import type { Texts } from '../texts/texts.ts'
import { type ChangeInWords, changesInWords, type NamesInChanges } from './changes-in-words.ts'

const revisionsAtOnce = 50

/** Who wrote the settings, when and through what, and what each revision changed. */
export function settingsRevisions(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'settingsRevisions',
    path: '/courses/:courseId/settings/revisions',
    show: async (ctx, visit) => {
      const { boundary, requestId, texts } = visit
      const { courseId } = courseIn(ctx, visit)
      const query = { limit: revisionsAtOnce, cursor: ctx.URL.searchParams.get('cursor') ?? undefined }
      const { body } = await boundary.listSettingsRevisions({ params: { courseId }, query, requestId })
      const { title } = texts.settings.revisions
      return pageOf(
        ctx,
        visit,
        title,
        [],
        <Revisions texts={texts} path={ctx.path} items={body.items} nextCursor={body.nextCursor} />,
      )
    },
  })
  pageRoute(router, deps, {
    name: 'settingsRevision',
    path: '/courses/:courseId/settings/revisions/:revision',
    show: async (ctx, visit) => {
      const { boundary, requestId, texts } = visit
      const { courseId } = courseIn(ctx, visit)
      const params = { courseId, revision: readId(ctx.params['revision']) }
      const { body } = await boundary.getSettingsRevision({ params, requestId })
      const { title, revision } = texts.settings.revisions
      const list = { name: title, path: `/courses/${courseId}/settings/revisions` }
      const names = await readNames(visit, courseId, body)
      return pageOf(
        ctx,
        visit,
        revision(body.revision),
        [list],
        <Revision texts={texts} detail={body} {...changesInWords(body, names, visit)} />,
      )
    },
  })
}

const courseIn = (ctx: RouterContext, visit: Visit) => taughtCourseOf(visit, readId(ctx.params['courseId']))

function pageOf(
  ctx: RouterContext,
  visit: Visit,
  title: string,
  above: { readonly name: string; readonly path: string }[],
  content: Page['content'],
): Page {
  const course = courseIn(ctx, visit)
  const places = [placeOf(course, visit.locale), placeOfSettings(course, visit.texts), ...above, { name: title }]
  return { title, within: { course, at: 'settings' }, places, content }
}

/** Of what the changes name. */
async function readNames(visit: Visit, courseId: number, { changes }: SettingsRevisionDetail): Promise<NamesInChanges> {
  const { boundary, requestId, texts, locale } = visit
  const params = { courseId }
  const has = (path: string): boolean => changes.some((change) => change.path === path)
  const [snapshot, progress] = await Promise.all([
    has('$.manualGradingExercises') ? boundary.getCourseSnapshot({ params, requestId }) : null,
    has('$.graders') ? boundary.getGradingProgress({ params, query: {}, requestId }) : null,
  ])
  const modules = snapshot?.body.modules ?? []
  const exercises = new Map(
    modules.flatMap((module) => module.exercises.map(({ exerciseId, name }) => [exerciseId, name] as const)),
  )
  const people = progress ? [...progress.body.graders.map(({ person }) => person), ...progress.body.staff] : []
  const names = new Map(people.map(({ userId, fullName }) => [userId, fullName]))
  return {
    exercise: (id) => pickLanguage(exercises.get(id) ?? texts.course.exercise(id), locale),
    grader: (userId) => names.get(userId) ?? texts.graders.user(userId),
  }
}

function throughWhat({ settings: { revisions } }: Texts, { boundary, operation }: SettingsRevision): string {
  const { byOperation, inBrowser, byApi } = revisions
  const what = Object.hasOwn(byOperation, operation) ? byOperation[operation as keyof typeof byOperation] : operation
  return `${what}, ${boundary === 'public' ? byApi : inBrowser}`
}

interface RevisionsProps {
  readonly texts: Texts
  readonly path: string
  readonly items: readonly SettingsRevision[]
  readonly nextCursor: string | null
}

function Revisions({ texts, path, items, nextCursor }: RevisionsProps) {
  const { title, revision, columns } = texts.settings.revisions
  return (
    <section class="reading">
      <h1>{title}</h1>
      <div class="card">
        <RowTable
          rows={items}
          keyOf={(each) => each.revision}
          columns={[
            {
              title: columns.revision,
              cell: (each) => <a href={`${path}/${each.revision}`}>{revision(each.revision)}</a>,
            },
            { title: columns.by, cell: ({ by }) => by.fullName },
            { title: columns.at, cell: ({ at }) => <Time at={at} /> },
            { title: columns.through, cell: (each) => throughWhat(texts, each) },
          ]}
        />
        {nextCursor !== null && (
          <nav aria-label={texts.pages}>
            <a href={`${path}?cursor=${encodeURIComponent(nextCursor)}`}>{texts.nextPage}</a>
          </nav>
        )}
      </div>
    </section>
  )
}

interface RevisionProps {
  readonly texts: Texts
  readonly detail: SettingsRevisionDetail
  readonly shown: readonly ChangeInWords[]
  readonly omitted: readonly string[]
}

function Revision({ texts, detail, shown, omitted }: RevisionProps) {
  const { revision, nothing, tooLarge, changed } = texts.settings.revisions
  const { field, removed, added } = changed
  return (
    <section class="reading">
      <h1>{revision(detail.revision)}</h1>
      <p class="quiet small">
        {detail.by.fullName} · <Time at={detail.at} /> · {throughWhat(texts, detail)}
      </p>
      {shown.length + omitted.length === 0 && <p>{nothing}</p>}
      {shown.length > 0 && (
        <div class="card">
          <RowTable
            rows={shown}
            keyOf={(change) => change.title}
            columns={[
              { title: field, cell: (change) => change.title },
              { title: removed, cell: (change) => change.removed.join(', ') },
              { title: added, cell: (change) => change.added.join(', ') },
            ]}
          />
        </div>
      )}
      {omitted.length > 0 && <p>{tooLarge(omitted.join(', '))}</p>}
    </section>
  )
}
