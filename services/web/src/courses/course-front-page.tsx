import type { GradingProgress } from '@course-grading/contracts/claims/grading-progress'
import type { MyClaim, Queue } from '@course-grading/contracts/claims/queue'
import type { CourseView } from '@course-grading/contracts/courses/course-view'
import { pickLanguage } from '@course-grading/domain/localisation/pick-language'
import { QueueTable } from '../claims/queue-table.tsx'
import { FeedbackList, type FeedbackPage } from '../feedback/feedback-list.tsx'
import type { ReadList } from '../http/read-pages.ts'
import { TimeIn } from '../islands/display/time.tsx'
import { GradersTable } from './graders-table.tsx'
import { MyWork } from './my-work.tsx'
import { isSetUp, Refresh, StartSteps } from './start-steps.tsx'
import { WaitsForYou } from './waits-for-you.tsx'
import type { Locale, Texts } from '../texts/texts.ts'

interface CourseFrontPageProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly course: CourseView
  readonly queues: readonly Queue[] | null
  /** At which of the exercises their table begins. */
  readonly from: number
  readonly claims: ReadList<MyClaim>
  readonly feedback: FeedbackPage | null
  /** For teachers. */
  readonly progress: (GradingProgress & { readonly exerciseId: number | null }) | null
}

const rowsAtOnce = 50

export function CourseFrontPage(props: CourseFrontPageProps) {
  const { texts, locale, course, queues, from, claims, feedback, progress } = props
  const { notGrader, gradedByHand, nothingByHand, myWork, students, asOf } = texts.course
  return (
    <>
      <div class="top">
        <div>
          <h1>{pickLanguage(course.name, locale)}</h1>
          <p class="quiet small">
            {course.counts && students(course.counts.students)}
            {course.counts && course.takenAt !== null && ' · '}
            {course.takenAt !== null && <TimeIn text={asOf} at={course.takenAt} />}
          </p>
        </div>
        {queues && progress && isSetUp({ texts, course, queues, progress }) && (
          <Refresh texts={texts} courseId={course.courseId} />
        )}
      </div>
      {!queues && course.roles.includes('assistant') && <p class="notice">{notGrader}</p>}
      {queues && progress && <StartSteps texts={texts} course={course} queues={queues} progress={progress} />}
      {queues && (
        <WaitsForYou texts={texts} locale={locale} course={course} queues={queues} stuck={progress?.stuck ?? null} />
      )}
      {queues && (
        <section class="card">
          <h2>{gradedByHand}</h2>
          {queues.length === 0 ? (
            <p class="quiet">{nothingByHand}</p>
          ) : (
            <QueueTable texts={texts} locale={locale} course={course} queues={queues.slice(from, from + rowsAtOnce)} />
          )}
        </section>
      )}
      {queues && queues.length > from + rowsAtOnce && (
        <nav aria-label={texts.pages}>
          <a href={`/courses/${course.courseId}?from=${from + rowsAtOnce}`}>{texts.nextPage}</a>
        </nav>
      )}
      {queues && progress && (
        <GradersTable
          texts={texts}
          locale={locale}
          courseId={course.courseId}
          queues={queues}
          exerciseId={progress.exerciseId}
          graders={progress.graders}
        />
      )}
      {(claims.items.length > 0 || claims.isCut) && (
        <section class="card" aria-label={myWork}>
          <h2>{myWork}</h2>
          <MyWork texts={texts} locale={locale} claims={claims.items} />
          {claims.isCut && <p class="quiet">{texts.course.moreWork}</p>}
        </section>
      )}
      {feedback && <FeedbackList texts={texts} locale={locale} page={feedback} courseId={course.courseId} />}
    </>
  )
}
