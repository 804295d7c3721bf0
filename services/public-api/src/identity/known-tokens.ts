import { hash } from 'node:crypto'
import type { Db } from '@course-grading/data/db/db'
import { listKnownApiTokens } from '@course-grading/data/sessions/known-api-token-queries'
import { errorFacts, type Logger } from '@course-grading/http-kit'
import { LRUCache } from 'lru-cache'
import { createTokenWriter } from './token-writer.ts'

const knownForMs = 12 * 60 * 60 * 1000
const maxTokens = 10_000
/** Other replicas write the table, too. However many strangers ask, it is read once in this time. */
const readEveryMs = 10_000
/** The pause after a reading that failed. */
const readAgainMs = 1_000
/** The table may be this far behind, to save writes. */
const storeEveryMs = 60_000

/** Tokens confirmed within twelve hours: calls for them do not wait behind tokens that anybody may have made up. */
export interface KnownTokens {
  /** Reads the table for a token that is not in memory. If the table cannot be read, the token is unknown. */
  readonly has: (token: string) => Promise<boolean>
  /** Does not wait for the table. A token that the table does not take is stored when it is confirmed again. */
  readonly remember: (token: string) => void
  readonly forget: (token: string) => void
  /** Resolves when the table has what was remembered. */
  readonly close: () => Promise<void>
}

/** Keeps a SHA-256 of each token, never the token; the least recently used is removed first from memory. */
export function createKnownTokens(database: Db, logger: Logger): KnownTokens {
  /** When each token was last stored, on this process's clock. */
  const known = new LRUCache<string, number>({
    max: maxTokens,
    ttl: knownForMs,
    ttlResolution: 0, // otherwise the cache starts a timer to keep the time, in every millisecond in which it is used
  })
  const reportFailure = (error: unknown): void =>
    logger.warn('job failed', { job: 'known_tokens', ...errorFacts(error) })
  const writer = createTokenWriter(database, (digests, error) => {
    reportFailure(error)
    for (const digest of digests) if (known.has(digest)) known.set(digest, -Infinity, { noUpdateTTL: true })
  })
  let readAt = -Infinity
  let reading = Promise.resolve()
  const read = async (): Promise<void> => {
    const startedAt = performance.now()
    for (const { digest, leftMs } of await listKnownApiTokens(database, maxTokens))
      if (!known.has(digest)) known.set(digest, startedAt + leftMs - knownForMs, { ttl: leftMs })
  }

  return {
    async has(token) {
      const digest = digestOf(token)
      if (known.get(digest) !== undefined) return true
      if (performance.now() - readAt >= readEveryMs) {
        readAt = performance.now()
        reading = read().catch((error: unknown) => {
          readAt = performance.now() - readEveryMs + readAgainMs
          reportFailure(error)
        })
      }
      await reading
      return known.has(digest)
    },
    remember(token) {
      const digest = digestOf(token)
      const now = performance.now()
      const storedAt = known.peek(digest) ?? -Infinity
      const isStored = storedAt > now - storeEveryMs
      known.set(digest, isStored ? storedAt : now)
      if (!isStored) writer.write(digest, 'upsert')
    },
    forget(token) {
      // A token that was never known is in no table: made-up tokens cause no statement.
      if (known.delete(digestOf(token))) writer.write(digestOf(token), 'delete')
    },
    close: writer.close,
  }
}

const digestOf = (token: string): string => hash('sha256', token, 'base64')
