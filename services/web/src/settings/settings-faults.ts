import type { CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import type { FaultPlace } from '../layout/forms/faults.ts'
import type { Texts } from '../texts/texts.ts'

interface Sent {
  readonly texts: Texts
  readonly courseId: number
  /** What was sent: paths count its entries. */
  readonly mine: CourseSettingsUpdate
}

/** Where a fault of the settings is mended: a write of one page has the fields of all. */
export function settingsPlace(path: string, { texts, courseId, mine }: Sent): FaultPlace | null {
  const [, name = '', entry] = /^\$\.(?:templates\.)?(\w+)(?:\[(\d+)\])?/.exec(path) ?? []
  const { byField, exercise, grader, anotherCourse } = texts.settings
  if (name === 'manualGradingExercises') {
    const id = mine.manualGradingExercises[Number(entry ?? -1)]
    const title = id === undefined ? byField.manualGradingExercises : exercise(id)
    return { field: null, title, href: `/courses/${courseId}/settings/exercises`, text: anotherCourse }
  }
  if (name === 'graders') {
    const person = mine.graders[Number(entry ?? -1)]
    const title = person === undefined ? byField.graders : grader(person.userId)
    return { field: null, title, href: `/courses/${courseId}/settings/graders` }
  }
  if (!Object.hasOwn(byField, name)) return null
  return { field: null, title: byField[name as keyof typeof byField], href: `/courses/${courseId}/settings` }
}
