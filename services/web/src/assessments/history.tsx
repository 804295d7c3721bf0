import type { AssessmentEvent } from '@course-grading/contracts/assessments/list-assessment-history'
import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readRecordId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { formatPoints } from '../islands/display/formats.ts'
import { Time } from '../islands/display/time.tsx'
import { pageRoute } from '../layout/page-route.ts'
import type { Locale, Texts } from '../texts/texts.ts'

interface HistoryPage {
  readonly items: readonly AssessmentEvent[]
  readonly nextCursor: string | null
}

export const readHistory = async (
  { boundary, requestId }: Visit,
  id: string,
  cursor: string | undefined,
): Promise<HistoryPage> =>
  (await boundary.listAssessmentHistory({ params: { id }, query: { limit: 50, cursor }, requestId })).body

export function history(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'history',
    path: '/grade/:id/history',
    show: async (ctx, visit) => {
      const { boundary, requestId, texts, locale } = visit
      const id = readRecordId(ctx.params['id'])
      const [{ body: assessment }, page] = await Promise.all([
        boundary.getAssessment({ params: { id }, requestId }),
        readHistory(visit, id, ctx.URL.searchParams.get('cursor') ?? undefined),
      ])
      const who = assessment.submitters.map(({ fullName }) => fullName).join(', ') || texts.grading.who
      return {
        title: `${texts.about.history} · ${who}`,
        places: [{ name: who, path: `/grade/${id}` }, { name: texts.about.history }],
        content: (
          <>
            <h1>{who}</h1>
            <History texts={texts} locale={locale} page={page} id={id} />
          </>
        ),
      }
    },
  })
}

interface HistoryProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly page: HistoryPage
  readonly id: string
}

export function History({ texts, locale, page, id }: HistoryProps) {
  return (
    <>
      <section class="card">
        <h2>{texts.about.history}</h2>
        <ul class="list">
          {page.items.map((event) => (
            <li key={event.toRevision + event.at}>
              <span class="quiet small time">
                <Time at={event.at} />
              </span>
              <span>{wordsOf(event, texts, locale)}</span>
              {event.reason !== null && event.reason !== '' && <q>{event.reason}</q>}
            </li>
          ))}
        </ul>
      </section>
      {page.nextCursor !== null && (
        <nav aria-label={texts.pages}>
          <a href={`/grade/${id}/history?cursor=${encodeURIComponent(page.nextCursor)}`}>{texts.nextPage}</a>
        </nav>
      )}
    </>
  )
}

function wordsOf(
  { event, by, pointsBefore, pointsAfter, submitters }: AssessmentEvent,
  { about }: Texts,
  locale: Locale,
): string {
  const names = (people: readonly { readonly fullName: string }[]) => people.map(({ fullName }) => fullName).join(', ')
  return [
    about.events[event](by?.fullName ?? about.service),
    pointsBefore !== pointsAfter && about.points(formatPoints(locale, pointsBefore), formatPoints(locale, pointsAfter)),
    submitters !== null && about.submitters(names(submitters.before), names(submitters.after)),
  ]
    .filter((part) => part !== false)
    .join(', ')
}
