export interface TemplateCacheLimits {
  readonly keptMs: number
  /** How long a failure is cached, so that a failing server does not get a request for every caller. */
  readonly failureKeptMs: number
  readonly maxBytes: number
  /** Also limits cached failures, which have no bytes to count. */
  readonly maxEntries: number
}

interface TemplateCache {
  /** Null for a cached failure, undefined if nothing is cached. */
  readonly get: (url: string) => Uint8Array | null | undefined
  readonly put: (url: string, bytes: Uint8Array | null) => void
}

interface Entry {
  readonly bytes: Uint8Array | null
  readonly untilMs: number
}

/** Removes the oldest entries if there are too many. */
export function createTemplateCache(limits: TemplateCacheLimits, now: () => number): TemplateCache {
  const entries = new Map<string, Entry>()
  let heldBytes = 0

  const remove = (url: string): void => {
    heldBytes -= entries.get(url)?.bytes?.byteLength ?? 0
    entries.delete(url)
  }

  return {
    get: (url) => {
      const entry = entries.get(url)
      if (entry === undefined || entry.untilMs > now()) return entry?.bytes
      remove(url)
      return undefined
    },
    put: (url, bytes) => {
      remove(url)
      entries.set(url, { bytes, untilMs: now() + (bytes === null ? limits.failureKeptMs : limits.keptMs) })
      heldBytes += bytes?.byteLength ?? 0
      for (const oldest of entries.keys()) {
        if (heldBytes <= limits.maxBytes && entries.size <= limits.maxEntries) break
        remove(oldest)
      }
    },
  }
}
