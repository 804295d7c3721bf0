import type { Queue } from '@course-grading/contracts/claims/queue'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import { listPath } from '../delivery/shown-list.ts'
import type { Texts } from '../texts/texts.ts'

interface UnsettledCountsProps {
  readonly texts: Texts
  readonly course: Pick<CourseBrief, 'courseId' | 'roles'>
  readonly queue: Queue
  /** The exercise's name, where the page is about several. */
  readonly name?: string
}

/** Grades that have not arrived for sure, and who can decide about them. */
export function UnsettledCounts({ texts, course: { courseId, roles }, queue, name }: UnsettledCountsProps) {
  const { ambiguous, refused, undeliverable, forTeachers, forOthers } = texts.queue.unsettled
  const sentences = [
    queue.ambiguous > 0 && ambiguous(queue.ambiguous),
    queue.refused > 0 && refused(queue.refused),
    queue.undeliverable > 0 && undeliverable(queue.undeliverable),
  ].filter((sentence) => sentence !== false)
  if (sentences.length === 0) return null
  const isOpen = queue.ambiguous + queue.refused > 0
  return (
    <p class={isOpen ? 'notice bad' : 'notice'}>
      {name !== undefined && <b>{name}: </b>}
      {sentences.join(' ')}{' '}
      {roles.includes('teacher') ? (
        <a href={listPath(courseId, isOpen ? 'all' : 'undeliverable')}>{forTeachers}</a>
      ) : (
        isOpen && forOthers
      )}
    </p>
  )
}
