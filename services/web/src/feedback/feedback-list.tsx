import type { MyFeedback } from '@course-grading/contracts/feedback/student-feedback'
import { formatPoints, formatTime } from '../islands/formats.ts'
import { nameOfExercise } from '../layout/names.ts'
import { UpstreamNote } from '../layout/upstream-note.tsx'
import type { Locale, Texts } from '../texts/texts.ts'

interface FeedbackListProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly feedback: readonly MyFeedback[]
  /** Whether the list is all that the page shows. */
  readonly isWholePage?: boolean
}

export function FeedbackList({ texts, locale, feedback, isWholePage = false }: FeedbackListProps) {
  const { title, none, unread, outOf } = texts.feedback
  const points = ({ points: own, maxPoints }: MyFeedback): string =>
    own === null || maxPoints === null ? '' : outOf(formatPoints(locale, own), formatPoints(locale, maxPoints))
  return (
    <section class="card">
      {!isWholePage && <h2>{title}</h2>}
      {feedback.length === 0 && <p class="quiet">{none}</p>}
      <ul class="list">
        {feedback.map((document) => (
          <li key={document.id}>
            <a href={`/feedback/${document.id}`}>{nameOfExercise(document, texts, locale)}</a>
            <span class="number">{points(document)}</span>
            <span class="quiet small">
              {document.courseName} · {formatTime(locale, document.publishedAt)}
            </span>
            <UpstreamNote texts={texts} locale={locale} upstream={document.upstream} given={document} />
            {document.readAt === null && <span class="tag">{unread}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
