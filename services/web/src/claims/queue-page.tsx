import type { Queue } from '@course-grading/contracts/claims/queue'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import { TimeIn } from '../islands/display/time.tsx'
import { nameOfExercise } from '../layout/names.ts'
import { Said } from '../layout/said.tsx'
import type { Locale, Texts } from '../texts/texts.ts'
import { queuePath } from './grade-next.ts'
import { ProgressBar } from './progress-bar.tsx'
import { QueueFilter } from './queue-filter.tsx'
import { listPath, type QueueList, queueLists, type ShownList } from './queue-lists.ts'
import { SubmissionRows } from './submission-rows.tsx'
import { UnsettledCounts } from './unsettled-counts.tsx'

interface QueuePageProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly course: Pick<CourseBrief, 'courseId' | 'roles'>
  readonly queue: Queue
  readonly shown: ShownList
  readonly rows: readonly SubmissionRow[]
  readonly nextCursor: string | null
  /** The code in the address that says why nothing was claimed. */
  readonly notice: string | null
  /** The code in the address of what the person has just done with an assessment. */
  readonly done: string | null
}

export function QueuePage({ texts, locale, course, queue, shown, rows, nextCursor, notice, done }: QueuePageProps) {
  const { lists: names, nobody, nobodyNamed, notices } = texts.queue
  const path = queuePath({ courseId: course.courseId, exerciseId: queue.exerciseId })
  const isTeacher = course.roles.includes('teacher')
  return (
    <>
      <QueueHead texts={texts} locale={locale} queue={queue} path={path} isTeacher={isTeacher} />
      <Said texts={[textOf(texts.queue.done, done), textOf(notices, notice)]} isWarning={notice !== null} />
      <UnsettledCounts texts={texts} course={course} queue={queue} />
      <section class="card">
        <nav aria-label={texts.queue.which}>
          <ul class="states">
            {queueLists.map((each) => (
              <li key={each}>
                <a
                  href={listPath(path, { ...shown, list: each })}
                  aria-current={each === shown.list ? 'true' : undefined}
                >
                  {names[each]} <span class="number">{countIn(queue, each, isTeacher)}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <QueueFilter texts={texts} path={path} shown={shown} rows={rows} />
        {rows.length === 0 ? (
          <p class="quiet">{shown.q === '' ? nobody : nobodyNamed}</p>
        ) : (
          <SubmissionRows texts={texts} locale={locale} rows={rows} of="exercise" />
        )}
      </section>
      {nextCursor !== null && (
        <nav aria-label={texts.pages}>
          <a href={listPath(path, shown, nextCursor)}>{texts.nextPage}</a>
        </nav>
      )}
    </>
  )
}

const textOf = (texts: Readonly<Record<string, string>>, code: string | null): string | null =>
  code !== null && Object.hasOwn(texts, code) ? (texts[code] ?? null) : null

interface QueueHeadProps extends Pick<QueuePageProps, 'texts' | 'locale' | 'queue'> {
  readonly path: string
  readonly isTeacher: boolean
}

function QueueHead({ texts, locale, queue, path, isTeacher }: QueueHeadProps) {
  const { progress, oldest, dueOn, gradeNext, forOthers, nothingWaits, release } = texts.queue
  return (
    <div class="top">
      <div>
        <h1>{nameOfExercise(queue, texts, locale)}</h1>
        <p class="quiet small number">
          {queue.dueAt !== null && <TimeIn text={dueOn} at={queue.dueAt} as="day" />}
          {queue.dueAt !== null && queue.oldestWaitingAt !== null && ' · '}
          {queue.oldestWaitingAt !== null && <TimeIn text={oldest} at={queue.oldestWaitingAt} />}
        </p>
      </div>
      <div>
        <ProgressBar queue={queue} label={null} />
        <p class="quiet small number">{progress(queue)}</p>
      </div>
      <form method="post" action={`${path}/grade-next`} class="buttons">
        {queue.mine > 0 ? (
          <button class="main">{gradeNext}</button>
        ) : (
          <span>{queue.waiting > 0 ? forOthers : nothingWaits}</span>
        )}
        {isTeacher && (
          <>
            <a class="button" href={`${path}/release`}>
              {release}
            </a>
            <a class="button" href={`${path}/settings`}>
              {texts.exerciseSettings.place}
            </a>
          </>
        )}
      </form>
    </div>
  )
}

/** Graders see the rows that they may grade: what waits for others, and numbers of everybody's work, would promise rows that are not there. */
function countIn(queue: Queue, list: QueueList, isTeacher: boolean): number | null {
  if (list === 'waiting') return queue.mine
  const { inProgress, completed, released } = queue
  return isTeacher ? { in_progress: inProgress, completed, released, mine: null }[list] : null
}
