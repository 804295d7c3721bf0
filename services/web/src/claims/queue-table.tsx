import type { Queue } from '@course-grading/contracts/claims/queue'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import { formatPercent } from '../islands/display/formats.ts'
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
        { title: due, cell: ({ dueAt }) => dueAt !== null && <Time at={dueAt} as="day" /> },
        {
          title: release,
          isNumber: true,
          isPlain: true,
          cell: (queue) =>
            roles.includes('teacher') &&
            queue.completed > 0 && (
              <a
                class="button"
                href={`${pathOf(queue)}/release`}
                aria-label={`${releaseSome(queue.completed)}: ${nameOfExercise(queue, texts, locale)}`}
              >
                {releaseSome(queue.completed)}
              </a>
            ),
        },
      ]}
    />
  )
}
