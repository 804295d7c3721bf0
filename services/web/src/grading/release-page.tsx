import type { Queue } from '@course-grading/contracts/claims/queue'
import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import type { ComponentChildren } from 'preact'
import { formatOutOf, formatPoints } from '../islands/display/formats.ts'
import { nameOfExercise } from '../layout/names.ts'
import { Said } from '../layout/said.tsx'
import { RowTable } from '../layout/row-table.tsx'
import type { Locale, Texts } from '../texts/texts.ts'
import type { Unsettled } from './find-unsettled.ts'
import { UnsettledGrades } from './unsettled-grades.tsx'

interface ReleasePageProps {
  readonly texts: Texts
  readonly locale: Locale
  /** Another person who has signed in since releases nothing. */
  readonly userId: number
  readonly courseId: number
  readonly queue: Queue
  readonly plan: { readonly released: number; readonly undeliverable: ReadonlySet<string> }
  readonly rows: readonly SubmissionRow[]
  readonly isCut: boolean
  readonly unsettled: Unsettled
  /** How many results the button has just released; null where it was not pressed. */
  readonly justReleased: number | null
}

/** Says before the release what will happen, and afterwards, each time it is opened, what A+ took. */
export function ReleasePage(props: ReleasePageProps) {
  const { texts, locale, userId, courseId, queue, plan, rows, isCut, unsettled, justReleased } = props
  const { title, warning, will, blocked, notGraded, button, notNow, nothing } = texts.release
  const { done, taken, delivered, underWay, ambiguous, refused } = texts.release
  const path = `/courses/${courseId}/exercises/${queue.exerciseId}`
  const numbers = (list: readonly (readonly [count: number, name: string])[]) => (
    <ul class="numbers number">
      {list.map(([count, name]) => (
        <li key={name}>
          <b>{count}</b> {name}
        </li>
      ))}
    </ul>
  )
  return (
    <div class="reading">
      <Said texts={[justReleased === null ? null : done(justReleased)]} />
      <div>
        <h1>{title(nameOfExercise(queue, texts, locale))}</h1>
        <p>
          {warning.what} {warning.reveal} <b>{warning.final}</b>
        </p>
      </div>
      <section class="card padded">
        {numbers([
          [plan.released, will],
          [plan.undeliverable.size, blocked],
          [queue.waiting + queue.inProgress, notGraded],
        ])}
      </section>
      <form method="post" action={`${path}/release`} class="buttons">
        <input type="hidden" name="person" value={userId} />
        {shownIds(rows, isCut).map((id) => (
          <input key={id} type="hidden" name="assessmentId" value={id} />
        ))}
        <input type="hidden" name="planned" value={plan.released} />
        {plan.released > 0 ? <button class="main">{button}</button> : <span>{nothing}</span>}
        <a class="button" href={path}>
          {notNow}
        </a>
      </form>
      {rows.length > 0 && (
        <Planned
          texts={texts}
          locale={locale}
          plan={plan}
          rows={rows}
          path={path}
          more={isCut ? Math.max(1, queue.completed - rows.length) : 0}
        />
      )}
      <section class="card padded">
        <h2>{taken}</h2>
        {numbers([
          [queue.delivered, delivered],
          [queue.pending, underWay],
          [queue.ambiguous, ambiguous],
          [queue.refused, refused],
        ])}
      </section>
      <UnsettledGrades texts={texts} locale={locale} courseId={courseId} unsettled={unsettled} />
    </div>
  )
}

/** The button releases what the page lists, and nothing that was completed since. The list is empty if the page does not show all. */
const shownIds = (rows: readonly SubmissionRow[], isCut: boolean): string[] =>
  isCut ? [] : rows.flatMap(({ assessment }) => (assessment === null ? [] : [assessment.id]))

/** What A+ will not take, or shows until it has taken the new grade. */
function noteOn(
  { gone, assessment, upstream }: SubmissionRow,
  { undeliverable }: ReleasePageProps['plan'],
  { release: { notes } }: Texts,
  locale: Locale,
): ComponentChildren {
  if (gone) return <Kept note={notes.gone} />
  if (assessment !== null && undeliverable.has(assessment.id)) return <Kept note={notes.undeliverable} />
  const isGraded = upstream?.status === 'ready' || upstream?.status === 'unofficial'
  return isGraded ? notes.earlier(formatPoints(locale, upstream.grade)) : null
}

const Kept = ({ note }: { readonly note: string }) => <span class="tag warn long">{note}</span>

interface PlannedProps extends Pick<ReleasePageProps, 'texts' | 'locale' | 'plan' | 'rows'> {
  readonly path: string
  readonly more: number
}

function Planned({ texts, locale, plan, rows, path, more }: PlannedProps) {
  const { what, inPlatform } = texts.release
  const { who, points } = texts.queue
  return (
    <section class="card">
      <h2>{what}</h2>
      <RowTable
        rows={rows}
        keyOf={({ submissionId }) => submissionId}
        columns={[
          { title: who, cell: ({ submitters }) => submitters.map(({ fullName }) => fullName).join(', ') },
          { title: texts.release.gradedBy, cell: ({ assessment }) => assessment?.grader.fullName },
          {
            title: points,
            isNumber: true,
            cell: (row) => row.points !== null && formatOutOf(locale, row.points, row.maxPoints),
          },
          { title: inPlatform, cell: (row) => noteOn(row, plan, texts, locale) },
        ]}
      />
      {more > 0 && (
        <p class="quiet">
          {texts.release.more(more)} <a href={`${path}?state=completed`}>{texts.release.all}</a>
        </p>
      )}
    </section>
  )
}
