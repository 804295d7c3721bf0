import type { MyFeedback } from '@course-grading/contracts/feedback/student-feedback'
import { formatPoints } from '../islands/display/formats.ts'
import { Time } from '../islands/display/time.tsx'
import { nameOfExercise } from '../layout/names.ts'
import { UpstreamNote } from '../layout/upstream-note.tsx'
import type { Locale, Texts } from '../texts/texts.ts'

export interface FeedbackPage {
  readonly items: readonly MyFeedback[]
  readonly nextCursor: string | null
}

interface FeedbackListProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly page: FeedbackPage
  readonly courseId: number | null
  readonly isWholePage?: boolean
}

export function FeedbackList({ texts, locale, page, courseId, isWholePage = false }: FeedbackListProps) {
  const { title, none, unread, outOf } = texts.feedback
  const points = ({ points: own, maxPoints }: MyFeedback): string =>
    own === null || maxPoints === null ? '' : outOf(formatPoints(locale, own), formatPoints(locale, maxPoints))
  return (
    <>
      <section class="card">
        {!isWholePage && <h2>{title}</h2>}
        {page.items.length === 0 && <p class="quiet">{none}</p>}
        <ul class="list">
          {page.items.map((document) => (
            <li key={document.id}>
              <a href={`/feedback/${document.id}`}>{nameOfExercise(document, texts, locale)}</a>
              <span class="number">{points(document)}</span>
              <span class="quiet small">
                {document.courseName} · {document.attempt !== null && `${texts.grading.attempt(document.attempt)} · `}
                <Time at={document.publishedAt} />
              </span>
              <UpstreamNote texts={texts} locale={locale} upstream={document.upstream} given={document} />{' '}
              {document.readAt === null && <span class="tag">{unread}</span>}
            </li>
          ))}
        </ul>
      </section>
      {page.nextCursor !== null && (
        <nav aria-label={texts.pages}>
          <a href={nextPath(courseId, page.nextCursor)}>{texts.nextPage}</a>
        </nav>
      )}
    </>
  )
}

const nextPath = (courseId: number | null, cursor: string): string =>
  `/feedback?${new URLSearchParams({ ...(courseId !== null && { course: String(courseId) }), cursor })}`
