import { submissionStates } from '@course-grading/contracts/submissions/submission'
import { readSearch } from '../http/read-search.ts'

/** The states in which staff see a submission. */
export const shownStates = submissionStates.filter((state) => state !== 'submitted')

/** What the list of a course is narrowed to, as its address has it; an empty text for all. */
export interface SubmissionFilter {
  readonly q: string
  readonly exercise: string
  readonly state: string
  readonly grader: string
  readonly tag: string
}

/** What is no value of a filter means all. */
export function filterIn(query: URLSearchParams): SubmissionFilter {
  const given = (name: string, pattern: RegExp) => pattern.exec(query.get(name) ?? '')?.[0] ?? ''
  const tag = query.get('tag') ?? ''
  return {
    q: readSearch(query),
    exercise: given('exercise', /^[1-9]\d{0,14}$/),
    state: shownStates.find((state) => state === query.get('state')) ?? '',
    grader: given('grader', /^(?:me|[1-9]\d{0,14})$/),
    tag: tag.includes('\0') ? '' : tag.slice(0, 128).toWellFormed(),
  }
}

export const submissionsPath = (courseId: number, filter: Partial<SubmissionFilter>, cursor?: string): string => {
  const given = Object.entries({ ...filter, cursor: cursor ?? '' }).filter(([, value]) => value !== '')
  const path = `/courses/${courseId}/submissions`
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** As the boundary filters. */
export function queryOf({ q, exercise, state, grader, tag }: SubmissionFilter) {
  const known = shownStates.find((each) => each === state)
  return {
    ...(exercise !== '' && { exerciseId: Number(exercise) }),
    ...(known !== undefined && { state: known }),
    ...(grader !== '' && { grader }),
    ...(q !== '' && { q }),
    ...(tag !== '' && { tag }),
  }
}
