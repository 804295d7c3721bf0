import type { Queue } from '@course-grading/contracts/claims/queue'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import { formatPoints } from '../islands/formats.ts'
import { Time, TimeIn } from '../islands/time.tsx'
import { nameOfExercise } from '../layout/names.ts'
import { UpstreamNote } from '../layout/upstream-note.tsx'
import type { Locale, Texts } from '../texts/texts.ts'
import type { QueueList } from './queue-lists.ts'

interface QueuePageProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly course: Pick<CourseBrief, 'courseId' | 'roles'>
  readonly queue: Queue
  readonly list: QueueList
  readonly lists: readonly QueueList[]
  readonly rows: readonly SubmissionRow[]
  /** The query of the next page of rows; null on the last page. */
  readonly next: string | null
  /** The code in the address that says why nothing was claimed. */
  readonly notice: string | null
}

/** Shows one list of an exercise's submissions at a time; each list has an address. */
export function QueuePage({ texts, locale, course, queue, list, lists, rows, next, notice }: QueuePageProps) {
  const { lists: names, forYou, release, nobody, gradeNext, notices } = texts.queue
  const path = `/courses/${course.courseId}/exercises/${queue.exerciseId}`
  return (
    <>
      <div class="top">
        <div>
          <h1>{nameOfExercise(queue, texts, locale)}</h1>
          <p class="quiet small number">
            {forYou(queue.waiting, queue.mine)}
            {queue.oldestWaitingAt !== null && (
              <>
                {' · '}
                <TimeIn text={texts.queue.oldest} at={queue.oldestWaitingAt} />
              </>
            )}
          </p>
        </div>
        <form method="post" action={`${path}/grade-next`} class="buttons">
          {queue.mine > 0 ? (
            <button class="main">{gradeNext}</button>
          ) : (
            <span>{queue.waiting > 0 ? texts.queue.forOthers : texts.queue.nothingWaits}</span>
          )}
          {course.roles.includes('teacher') && (
            <a class="button" href={`${path}/release`}>
              {release}
            </a>
          )}
        </form>
      </div>
      {notice !== null && Object.hasOwn(notices, notice) && (
        <output class="notice">{notices[notice as keyof typeof notices]}</output>
      )}
      <UnsettledCounts texts={texts} course={course} queue={queue} path={path} />
      <section class="card">
        <nav aria-label={texts.queue.which}>
          <ul class="states">
            {lists.map((each) => (
              <li key={each}>
                <a href={`${path}?state=${each}`} aria-current={each === list ? 'true' : undefined}>
                  {names[each]} <span class="number">{countIn(queue, each, course.roles.includes('teacher'))}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {rows.length === 0 ? (
          <p class="quiet">{nobody}</p>
        ) : (
          <Rows texts={texts} locale={locale} rows={rows} path={path} />
        )}
      </section>
      {next !== null && (
        <nav aria-label={texts.pages}>
          <a href={`${path}?${next}`}>{texts.nextPage}</a>
        </nav>
      )}
    </>
  )
}

type UnsettledCountsProps = Pick<QueuePageProps, 'texts' | 'course' | 'queue'> & { readonly path: string }

/** Grades that have not arrived for sure, and who can decide about them. */
function UnsettledCounts({ texts, course, queue, path }: UnsettledCountsProps) {
  const { ambiguous, refused, undeliverable, forTeachers, forOthers } = texts.queue.unsettled
  const sentences = [
    queue.ambiguous > 0 && ambiguous(queue.ambiguous),
    queue.refused > 0 && refused(queue.refused),
    queue.undeliverable > 0 && undeliverable(queue.undeliverable),
  ].filter((sentence) => sentence !== false)
  if (sentences.length === 0) return null
  const isOpen = queue.ambiguous + queue.refused > 0
  return (
    <p class="notice">
      {sentences.join(' ')}{' '}
      {course.roles.includes('teacher') ? <a href={`${path}/release`}>{forTeachers}</a> : isOpen && forOthers}
    </p>
  )
}

/** Graders see the rows that they may grade: what waits for others, and numbers of everybody's work, would promise rows that are not there. */
function countIn(queue: Queue, list: QueueList, isTeacher: boolean): number | null {
  if (list === 'waiting') return queue.mine
  const { inProgress, completed, released } = queue
  return isTeacher ? { in_progress: inProgress, completed, released, mine: null }[list] : null
}

function HeldUntil({ texts, row: { assessment } }: Pick<QueuePageProps, 'texts'> & { readonly row: SubmissionRow }) {
  const { holder = null, leaseExpiresAt = null } = assessment ?? {}
  if (holder === null) return null
  const { fullName } = holder
  if (leaseExpiresAt === null) return <>{fullName}</>
  return <TimeIn text={(time) => texts.queue.until(fullName, time)} at={leaseExpiresAt} />
}

function marksOf({ gone, superseded, postponed }: SubmissionRow, { queue }: Texts): string[] {
  return [
    gone && queue.gone,
    superseded && queue.superseded,
    postponed !== null && (postponed.note === '' ? queue.postponed : queue.postponedFor(postponed.note)),
  ].filter((mark) => mark !== false)
}

interface RowsProps extends Pick<QueuePageProps, 'texts' | 'locale' | 'rows'> {
  readonly path: string
}

function Rows({ texts, locale, rows, path }: RowsProps) {
  const { who, handedIn, attempt, language, points, heldBy, takeUp } = texts.queue
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">{who}</th>
            <th scope="col">{handedIn}</th>
            <th scope="col" class="number">
              {attempt}
            </th>
            <th scope="col">{language}</th>
            <th scope="col" class="number">
              {points}
            </th>
            <th scope="col">{heldBy}</th>
            <th scope="col">{texts.queue.assessment}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.submissionId}>
              <td>
                {row.submitters.map(({ fullName }) => fullName).join(', ')}{' '}
                {marksOf(row, texts).map((mark) => (
                  <>
                    <span class="tag warn">{mark}</span>{' '}
                  </>
                ))}
              </td>
              <td class="time">
                <Time at={row.submittedAt} />
              </td>
              <td class="number">{row.attempt}</td>
              <td>{row.language}</td>
              <td class="number">
                {row.points === null ? '' : formatPoints(locale, row.points)}
                <div>
                  <UpstreamNote texts={texts} locale={locale} upstream={row.counted} given={row} />
                </div>
              </td>
              <td>
                <HeldUntil texts={texts} row={row} />
              </td>
              <td class="number">
                {row.mayClaim ? (
                  <form method="post" action={`${path}/submissions/${row.submissionId}/take-up`}>
                    <button>{takeUp}</button>
                  </form>
                ) : (
                  row.assessment && <a href={`/grade/${row.assessment.id}`}>{texts.queue.open}</a>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
