import { readSearch } from '../http/read-search.ts'

/** The lists on a queue's page. `mine` has what the person assessed. */
export const queueLists = ['waiting', 'in_progress', 'completed', 'released', 'mine'] as const

export type QueueList = (typeof queueLists)[number]

export interface ShownList {
  readonly list: QueueList
  /** The words that a name has; empty for everybody. */
  readonly q: string
}

/** Any unknown text means the first list. */
export const shownListOf = (query: URLSearchParams): ShownList => ({
  list: queueLists.find((list) => list === query.get('state')) ?? 'waiting',
  q: readSearch(query),
})

export const listPath = (path: string, { list, q }: ShownList, cursor?: string): string =>
  `${path}?${new URLSearchParams({ state: list, ...(q !== '' && { q }), ...(cursor !== undefined && { cursor }) })}`
