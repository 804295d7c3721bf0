import { readSearch } from '../http/read-search.ts'
import { studentsPath } from './people-paths.ts'

export const feedbackStates = ['none', 'draft', 'published', 'withdrawn'] as const

/** Which students a page lists; an empty text is no filter. */
export interface ShownStudents {
  readonly q: string
  readonly tag: string
  readonly feedback: (typeof feedbackStates)[number] | ''
  readonly left: boolean
}

/** Any unknown text is no filter. */
export function shownStudentsOf(query: URLSearchParams): ShownStudents {
  return {
    q: readSearch(query),
    tag: (query.get('tag') ?? '').replaceAll('\0', '').slice(0, 128).toWellFormed(),
    feedback: feedbackStates.find((state) => state === query.get('feedback')) ?? '',
    left: query.has('left'),
  }
}

/** The filters as the boundary takes them. */
export const filterOf = ({ q, tag, feedback, left }: ShownStudents) => ({
  ...(q !== '' && { q }),
  ...(tag !== '' && { tag }),
  ...(feedback !== '' && { feedback }),
  ...(left && { left }),
})

export function listPath(courseId: number, shown: ShownStudents, cursor: string): string {
  const filters = Object.entries(filterOf(shown)).map(([name, value]): [string, string] => [name, String(value)])
  return `${studentsPath(courseId)}?${new URLSearchParams([...filters, ['cursor', cursor]])}`
}
