import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import { pickLanguage } from '@course-grading/domain/localisation/pick-language'
import { HttpError } from '@course-grading/http-kit'
import type { Visit } from '../http/visit.ts'
import type { Locale, Texts } from '../texts/texts.ts'

export interface Place {
  readonly name: string
  /** Absent for the page itself. */
  readonly path?: string
}

/** One of the person's courses. @throws HttpError not_found */
export function courseOf({ session }: Visit, courseId: number): CourseBrief {
  const course = session.courses.find((own) => own.courseId === courseId)
  if (course === undefined) throw new HttpError('not_found')
  return course
}

/** One of the courses that the person teaches: to others the page is not there. @throws HttpError not_found */
export function taughtCourseOf(visit: Visit, courseId: number): CourseBrief {
  const course = courseOf(visit, courseId)
  if (!course.roles.includes('teacher')) throw new HttpError('not_found')
  return course
}

export const gradesIn = ({ roles }: Pick<CourseBrief, 'roles'>): boolean =>
  roles.includes('grader') || roles.includes('teacher')

/** Whether a person has handed something in: its judgement is read as a student, by everybody but teachers. */
export const isOwnOf =
  ({ session }: Pick<Visit, 'session'>, { roles }: Pick<CourseBrief, 'roles'>) =>
  ({ submitters }: Pick<SubmissionRow, 'submitters'>): boolean =>
    !roles.includes('teacher') && submitters.some(({ userId }) => userId === session.user.userId)

/** Whether a person may have left text in this browser, which students cannot, since their pages have no script. */
export const isStaff = ({ roles }: Pick<CourseBrief, 'roles'>): boolean => roles.some((role) => role !== 'student')

export const placeOf = ({ courseId, name }: Pick<CourseBrief, 'courseId' | 'name'>, locale: Locale): Place => ({
  name: pickLanguage(name, locale),
  path: `/courses/${courseId}`,
})

export const placeOfSettings = ({ courseId }: Pick<CourseBrief, 'courseId'>, { settings }: Texts): Place => ({
  name: settings.title,
  path: `/courses/${courseId}/settings`,
})
