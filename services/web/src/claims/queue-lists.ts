/** The lists on a queue's page. `mine` has what the person assessed. */
export const queueLists = ['waiting', 'in_progress', 'completed', 'released', 'mine'] as const

export type QueueList = (typeof queueLists)[number]

/** Any unknown text means the first list. */
export const queueListOf = (text: string | null): QueueList => queueLists.find((list) => list === text) ?? 'waiting'
