import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { RouterContext } from '@koa/router'
import { readSearch } from '../http/read-search.ts'
import type { Visit } from '../http/visit.ts'
import { type Place, placeOf } from '../layout/course-of.ts'

const commentsAtOnce = 50

/** The page of the list in an address: pages of one comment lead back to it. */
export interface ShownComments {
  readonly q: string
  readonly cursor: string | undefined
}

export const shownComments = ({ URL: { searchParams } }: RouterContext): ShownComments => ({
  q: readSearch(searchParams),
  cursor: searchParams.get('cursor') ?? undefined,
})

/** What the boundary is asked for. */
export const queryOf = ({ q, cursor }: ShownComments) => ({
  ...(q !== '' && { q }),
  limit: commentsAtOnce,
  cursor,
})

/** Where pages below the list stand. */
export const placesBelow = (
  { texts, locale }: Pick<Visit, 'texts' | 'locale'>,
  course: CourseBrief,
  name: string,
): Place[] => [placeOf(course, locale), { name: texts.comments.title, path: commentsPath(course.courseId) }, { name }]

/** `below` is what stands below the list, such as `/new`. */
export function commentsPath(courseId: number, below = '', shown: Partial<ShownComments> = {}, done = ''): string {
  const given = Object.entries({ ...shown, done }).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const path = `/courses/${courseId}/comments${below}`
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
