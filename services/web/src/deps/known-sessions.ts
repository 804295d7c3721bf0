import { LRUCache } from 'lru-cache'
import type { HeldSession } from './session-cookie.ts'

const maxSessions = 20_000

/** The sessions that frontend-internal has confirmed to this process. What a cookie says alone, anybody may write. */
export interface KnownSessions {
  /** By what the requests of a browser's session are counted; null if it is not known as that person's. */
  readonly personOf: (held: HeldSession) => string | null
  /** Without `userId` it is not known whose the session is. */
  readonly confirm: (sessionId: string, userId?: number) => void
  readonly forget: (sessionId: string) => void
}

export function createKnownSessions(): KnownSessions {
  const known = new LRUCache<string, { readonly userId: number | undefined }>({ max: maxSessions })
  return {
    personOf({ sessionId, userId }) {
      const session = known.get(sessionId)
      if (session === undefined) return null
      if (session.userId === undefined) return `session ${sessionId}`
      return session.userId === userId ? `person ${userId}` : null
    },
    confirm(sessionId, userId) {
      if (userId !== undefined || !known.has(sessionId)) known.set(sessionId, { userId })
    },
    forget: (sessionId) => void known.delete(sessionId),
  }
}
