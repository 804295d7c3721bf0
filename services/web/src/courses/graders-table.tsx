import type { GradingProgress } from '@course-grading/contracts/claims/grading-progress'
import type { Queue } from '@course-grading/contracts/claims/queue'
import { formatPoints } from '../islands/display/formats.ts'
import { Time } from '../islands/display/time.tsx'
import { nameOfExercise } from '../layout/names.ts'
import { RowTable } from '../layout/row-table.tsx'
import { type SubmissionFilter, submissionsPath } from '../submissions/submission-filter.ts'
import type { Locale, Texts } from '../texts/texts.ts'

type Grader = GradingProgress['graders'][number]

interface GradersTableProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly courseId: number
  readonly queues: readonly Queue[]
  /** The exercise that the figures are about; null for all. */
  readonly exerciseId: number | null
  readonly graders: GradingProgress['graders']
}

/** Who may grade how much, holds, left and completed it, in all exercises or in one. */
export function GradersTable({ texts, locale, courseId, queues, exerciseId, graders }: GradersTableProps) {
  const words = texts.overview.graders
  const about = queues.filter((queue) => exerciseId === null || queue.exerciseId === exerciseId)
  const waiting = about.reduce((sum, queue) => sum + queue.waiting, 0)
  const linked = (
    { person }: Grader,
    title: string,
    count: number,
    filter: Partial<SubmissionFilter>,
    text?: string,
  ) => {
    const said = text ?? count
    if (count === 0) return said
    const path = submissionsPath(courseId, { ...filter, exercise: exerciseId === null ? '' : String(exerciseId) })
    return (
      <a href={path} aria-label={`${title} ${said}: ${person.fullName}`}>
        {said}
      </a>
    )
  }
  const gradedBy = ({ person }: Grader) => String(person.userId)
  const pointsOf = (points: number | undefined) => points !== undefined && formatPoints(locale, points)
  return (
    <section class="card" aria-label={words.title}>
      <h2>{words.title}</h2>
      {queues.length > 1 && (
        <form class="filter" method="get" action={`/courses/${courseId}`} autoComplete="off">
          <label>
            {words.which}{' '}
            <select name="exercise" autoComplete="off">
              <option value="">{words.all}</option>
              {queues.map((queue) => (
                <option key={queue.exerciseId} value={queue.exerciseId} selected={queue.exerciseId === exerciseId}>
                  {nameOfExercise(queue, texts, locale)}
                </option>
              ))}
            </select>
          </label>
          <button>{texts.queue.filter}</button>
        </form>
      )}
      {graders.length === 0 && <p class="quiet">{words.none}</p>}
      {graders.length > 0 && (
        <RowTable
          rows={graders}
          keyOf={({ person }) => person.userId ?? person.fullName}
          columns={[
            { title: texts.queue.who, cell: ({ person }) => person.fullName },
            {
              title: words.mayGrade,
              isNumber: true,
              cell: (of) => {
                const { mayGrade: count } = of
                if (count === null) return words.notListed
                return linked(of, words.mayGrade, count, { state: 'waiting', tag: tagOf(of) }, words.of(count, waiting))
              },
            },
            {
              title: words.holds,
              isNumber: true,
              cell: (of) => linked(of, words.holds, of.holds, { state: 'in_progress', grader: gradedBy(of) }),
            },
            {
              title: words.left,
              isNumber: true,
              cell: (of) => linked(of, words.left, of.left, { state: 'waiting', grader: gradedBy(of) }),
            },
            {
              title: texts.queue.completed,
              isNumber: true,
              cell: (of) => linked(of, texts.queue.completed, of.completed, { grader: gradedBy(of) }),
            },
            { title: words.mean, isNumber: true, cell: ({ points }) => pointsOf(points?.mean) },
            { title: words.spread, isNumber: true, cell: ({ points }) => pointsOf(points?.spread) },
            { title: words.lastSaved, cell: ({ lastSavedAt }) => lastSavedAt !== null && <Time at={lastSavedAt} /> },
          ]}
        />
      )}
    </section>
  )
}

/** A list has one tag at most, so that of a grader with several has all that waits. */
const tagOf = ({ gradingTags }: Grader): string => (gradingTags?.length === 1 ? (gradingTags[0] ?? '') : '')
