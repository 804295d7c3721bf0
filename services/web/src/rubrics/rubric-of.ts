import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { Rubric } from '@course-grading/contracts/rubrics/rubric'
import { HttpError } from '@course-grading/http-kit'
import type { RouterContext } from '@koa/router'
import { readId, readRecordId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import type { Texts } from '../texts/texts.ts'
import { localizedText } from '../islands/display/localized-text.ts'
import { courseOf, gradesIn, type Place, placeOf } from '../layout/course-of.ts'
import type { Page } from '../layout/show-page.tsx'
import { rubricPath, rubricsPath } from './rubric-paths.ts'

export const teaches = ({ roles }: Pick<CourseBrief, 'roles'>): boolean => roles.includes('teacher')

/** The course of the address, for people who grade there. @throws HttpError not_found to others, since they do not have the page */
export function gradedCourse(ctx: RouterContext, visit: Visit): CourseBrief {
  const course = courseOf(visit, readId(ctx.params['courseId']))
  if (!course.configured || !gradesIn(course)) throw new HttpError('not_found')
  return course
}

/** @throws HttpError not_found to people who do not teach the course */
export function taughtCourse(ctx: RouterContext, visit: Visit): CourseBrief {
  const course = gradedCourse(ctx, visit)
  if (!teaches(course)) throw new HttpError('not_found')
  return course
}

/** The rubric of the address. @throws HttpError not_found where it belongs to another course */
export async function rubricOf(ctx: RouterContext, visit: Visit, { courseId }: CourseBrief): Promise<Rubric> {
  const params = { rubricId: readRecordId(ctx.params['rubricId']) }
  const { body } = await visit.boundary.getRubric({ params, requestId: visit.requestId })
  if (body.courseId !== courseId) throw new HttpError('not_found')
  return body
}

export const placeOfRubrics = ({ courseId }: Pick<CourseBrief, 'courseId'>, { rubrics }: Texts): Place => ({
  name: rubrics.title,
  path: rubricsPath(courseId),
})

/** Where a page about a rubric stands; `name` is that of the page itself, where it is not the rubric's own. */
export function placeOfRubric(
  { texts, locale }: Pick<Visit, 'texts' | 'locale'>,
  course: CourseBrief,
  rubric: Pick<Rubric, 'rubricId' | 'courseId' | 'title'>,
  name?: string,
): Pick<Page, 'places' | 'within'> {
  const title = localizedText(rubric.title, locale)
  const own: Place[] = name === undefined ? [{ name: title }] : [{ name: title, path: rubricPath(rubric) }, { name }]
  return { within: { course, at: 'rubrics' }, places: [placeOf(course, locale), placeOfRubrics(course, texts), ...own] }
}
