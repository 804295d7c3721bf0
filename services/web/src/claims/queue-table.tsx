import type { Queue } from '@course-grading/contracts/claims/queue'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import { Time } from '../islands/time.tsx'
import { nameOfExercise } from '../layout/names.ts'
import type { Locale, Texts } from '../texts/texts.ts'

interface QueueTableProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly course: Pick<CourseBrief, 'courseId' | 'roles'>
  readonly queues: readonly Queue[]
}

export function QueueTable({ texts, locale, course, queues }: QueueTableProps) {
  const { exerciseTitle, waiting, inProgress, completed, released, due } = texts.queue
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">{exerciseTitle}</th>
            {[waiting, inProgress, completed, released].map((title) => (
              <th key={title} scope="col" class="number">
                {title}
              </th>
            ))}
            <th scope="col">{due}</th>
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.exerciseId}>
              <td>
                <a href={`/courses/${course.courseId}/exercises/${queue.exerciseId}`}>
                  {nameOfExercise(queue, texts, locale)}
                </a>
              </td>
              {[queue.waiting, queue.inProgress, queue.completed, queue.released].map((count, column) => (
                <td key={column} class="number">
                  {count}
                </td>
              ))}
              <td>{queue.dueAt !== null && <Time at={queue.dueAt} as="day" />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
