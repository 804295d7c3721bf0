import { deliveryStates } from '@course-grading/contracts/delivery/delivery'

export const shownLists = ['all', 'undeliverable', ...deliveryStates] as const

export type ShownList = (typeof shownLists)[number]

/** Those that wait for a decision. */
export const openLists = ['refused', 'ambiguous'] as const

export const deliveriesPath = (courseId: number): string => `/courses/${courseId}/deliveries`

export const deliveryPath = (id: string): string => `/deliveries/${id}`

/** Any unknown text means all. */
export function shownListOf(query: URLSearchParams): ShownList {
  if (query.get('undeliverable') === 'true') return 'undeliverable'
  return deliveryStates.find((state) => state === query.get('state')) ?? 'all'
}

/** As the boundary filters. */
export const filterOf = (list: ShownList) => {
  if (list === 'undeliverable') return { undeliverable: true }
  return list === 'all' ? {} : { state: list }
}

export function listPath(courseId: number, list: ShownList, cursor?: string): string {
  const filter = Object.entries(filterOf(list)).map(([name, value]) => [name, String(value)])
  const query = new URLSearchParams([...filter, ...(cursor === undefined ? [] : [['cursor', cursor]])]).toString()
  return query === '' ? deliveriesPath(courseId) : `${deliveriesPath(courseId)}?${query}`
}

/** The path of the page to open next, which says what was done. */
export function pathSaying(path: string, done: string): string {
  const url = new URL(path, 'http://own.invalid')
  url.searchParams.set('done', done)
  return url.pathname + url.search
}
