import type { Queue } from '@course-grading/contracts/claims/queue'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import { formatPercent } from '../islands/display/formats.ts'
import { localizedText } from '../islands/display/localized-text.ts'
import { Time } from '../islands/display/time.tsx'
import { nameOfExercise } from '../layout/names.ts'
import { RowTable } from '../layout/row-table.tsx'
import type { Locale, Texts } from '../texts/texts.ts'
import { queuePath } from './grade-next.ts'
import { gradedPart, ProgressBar } from './progress-bar.tsx'

interface QueueTableProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly course: Pick<CourseBrief, 'courseId' | 'roles'>
  readonly queues: readonly Queue[]
}

export function QueueTable({ texts, locale, course: { courseId, roles }, queues }: QueueTableProps) {
  const { exerciseTitle, howFar, graded, waiting, inProgress, completed, released, due, release, releaseSome } =
    texts.queue
  const { exercise } = texts.overview
  const isTeacher = roles.includes('teacher')
  const pathOf = ({ exerciseId }: Queue): string => queuePath({ courseId, exerciseId })
  return (
    <RowTable
      rows={queues}
      keyOf={({ exerciseId }) => exerciseId}
      columns={[
        {
          title: exerciseTitle,
          cell: (queue) => <a href={pathOf(queue)}>{nameOfExercise(queue, texts, locale)}</a>,
        },
        {
          title: howFar,
          cell: (queue) => <ProgressBar queue={queue} label={graded(formatPercent(locale, gradedPart(queue)))} />,
        },
        { title: waiting, isNumber: true, cell: (queue) => queue.waiting },
        { title: inProgress, isNumber: true, cell: (queue) => queue.inProgress },
        { title: completed, isNumber: true, cell: (queue) => queue.completed },
        { title: released, isNumber: true, cell: (queue) => queue.released },
        {
          title: exercise.rubric,
          cell: (queue) => isTeacher && <JudgedBy {...{ texts, locale, queue }} path={pathOf(queue)} />,
        },
        { title: due, cell: ({ dueAt }) => dueAt !== null && <Time at={dueAt} as="day" /> },
        {
          title: exercise.files,
          cell: (queue) =>
            isTeacher && <Files texts={texts} name={nameOfExercise(queue, texts, locale)} path={pathOf(queue)} />,
        },
        {
          title: release,
          isNumber: true,
          isPlain: true,
          cell: (queue) =>
            isTeacher &&
            (queue.grading.release === 'immediate' && queue.completed === 0 ? (
              <span class="quiet">{exercise.atOnce}</span>
            ) : (
              queue.completed > 0 && (
                <a
                  class="button"
                  href={`${pathOf(queue)}/release`}
                  aria-label={`${releaseSome(queue.completed)}: ${nameOfExercise(queue, texts, locale)}`}
                >
                  {releaseSome(queue.completed)}
                </a>
              )
            )),
        },
      ]}
    />
  )
}

interface JudgedByProps extends Pick<QueueTableProps, 'texts' | 'locale'> {
  readonly queue: Queue
  readonly path: string
}

/** The rubric of an exercise leads to its settings. */
function JudgedBy({ texts, locale, queue, path }: JudgedByProps) {
  const { pointsOnly, settingsOf } = texts.overview.exercise
  const { rubricTitle } = queue.grading
  const name = rubricTitle === null ? pointsOnly : localizedText(rubricTitle, locale)
  return (
    <a href={`${path}/settings`} aria-label={`${name}. ${settingsOf(nameOfExercise(queue, texts, locale))}`}>
      {name}
    </a>
  )
}

interface FilesProps extends Pick<QueueTableProps, 'texts'> {
  readonly name: string
  readonly path: string
}

/** The grades of an exercise in both dialects of CSV, and its works. */
function Files({ texts, name, path }: FilesProps) {
  const { comma, semicolon, works } = texts.overview.exercise
  return (
    <>
      <a href={`${path}/grades.csv?dialect=comma`} title={comma}>
        {'CSV\u00a01.5'} <span class="visually-hidden">{`${comma}: ${name}`}</span>
      </a>
      {' · '}
      <a href={`${path}/grades.csv?dialect=semicolon`} title={semicolon}>
        {'CSV\u00a01,5'} <span class="visually-hidden">{`${semicolon}: ${name}`}</span>
      </a>
      {' · '}
      <a href={`${path}/works.zip`} aria-label={`${works}: ${name}`}>
        ZIP
      </a>
    </>
  )
}
