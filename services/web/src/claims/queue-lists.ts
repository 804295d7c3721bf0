/** The lists of a queue's page; `mine`: what the person assessed. */
export const queueLists = ['waiting', 'in_progress', 'completed', 'released', 'mine'] as const

export type QueueList = (typeof queueLists)[number]

/** The first list for anything that is none. */
export const queueListOf = (text: string | null): QueueList => queueLists.find((list) => list === text) ?? 'waiting'
