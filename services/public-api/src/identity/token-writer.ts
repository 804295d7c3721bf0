import type { Db } from '@course-grading/data/db/db'
import { deleteKnownApiToken, upsertKnownApiToken } from '@course-grading/data/sessions/known-api-token-queries'

const statements = { upsert: upsertKnownApiToken, delete: deleteKnownApiToken }

interface TokenWriter {
  readonly write: (digest: string, what: keyof typeof statements) => void
  /** Resolves when nothing waits any more. */
  readonly close: () => Promise<void>
}

/** In the background, one statement at a time, the last of each token: no request waits, one connection is enough. After a failure `onLost` gets all that waits. */
export function createTokenWriter(
  database: Db,
  onLost: (digests: readonly string[], error: unknown) => void,
): TokenWriter {
  const waiting = new Map<string, keyof typeof statements>()
  let writing: Promise<void> | undefined
  const writeAll = async (): Promise<void> => {
    for (const [digest, what] of waiting) {
      waiting.delete(digest)
      try {
        await statements[what](database, digest)
      } catch (error) {
        onLost([digest, ...waiting.keys()], error)
        waiting.clear()
      }
    }
    writing = undefined
  }
  return {
    write(digest, what) {
      waiting.set(digest, what)
      writing ??= writeAll()
    },
    close: async () => {
      await writing
    },
  }
}
