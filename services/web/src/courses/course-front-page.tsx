import type { MyClaim, Queue } from '@course-grading/contracts/claims/queue'
import type { CourseView } from '@course-grading/contracts/courses/course-view'
import type { MyFeedback } from '@course-grading/contracts/feedback/student-feedback'
import { pickLanguage } from '@course-grading/domain/localisation/pick-language'
import { QueueTable } from '../claims/queue-table.tsx'
import { FeedbackList } from '../feedback/feedback-list.tsx'
import { formatTime } from '../islands/formats.ts'
import { nameOfExercise } from '../layout/names.ts'
import type { Locale, Texts } from '../texts/texts.ts'

interface CourseFrontPageProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly course: CourseView
  /** Null for people who grade nothing in the course. */
  readonly queues: readonly Queue[] | null
  readonly claims: readonly MyClaim[]
  /** Null for people who are no students of the course. */
  readonly feedback: readonly MyFeedback[] | null
}

export function CourseFrontPage({ texts, locale, course, queues, claims, feedback }: CourseFrontPageProps) {
  const { gradedByHand, nothingByHand, myWork, students, asOf, drafts } = texts.course
  return (
    <>
      <div>
        <h1>{pickLanguage(course.name, locale)}</h1>
        <p class="quiet small">
          {[
            course.counts && students(course.counts.students),
            course.takenAt !== null && asOf(formatTime(locale, course.takenAt)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {queues && (
        <section class="card">
          <h2>{gradedByHand}</h2>
          {queues.length === 0 ? (
            <p class="quiet">{nothingByHand}</p>
          ) : (
            <QueueTable texts={texts} locale={locale} course={course} queues={queues} />
          )}
        </section>
      )}
      {claims.length > 0 && (
        <section class="card" aria-label={myWork}>
          <h2>{myWork}</h2>
          <ul class="list">
            {claims.map((claim) => (
              <li key={claim.assessmentId}>
                <a href={`/grade/${claim.assessmentId}`}>
                  {claim.submitters.map(({ fullName }) => fullName).join(', ')}
                </a>
                <span class="quiet small">{nameOfExercise(claim, texts, locale)}</span>
                <span class={claim.isHeld ? 'quiet small' : 'tag warn'}>
                  {claim.isHeld ? drafts.held(formatTime(locale, claim.leaseExpiresAt)) : drafts.lapsed}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {feedback && <FeedbackList texts={texts} locale={locale} feedback={feedback} />}
    </>
  )
}
