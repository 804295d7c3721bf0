export interface TemplateCacheLimits {
  readonly keptMs: number
  /** How long it is remembered that there is none, so that a server in trouble is not asked for every reader. */
  readonly failureKeptMs: number
  readonly maxBytes: number
  /** Failures hold no bytes, so they are counted. */
  readonly maxEntries: number
}

export interface TemplateCache {
  /** The bytes, null where it is known that there are none, undefined where nothing is known. */
  readonly get: (url: string) => Uint8Array | null | undefined
  readonly put: (url: string, bytes: Uint8Array | null) => void
}

interface Entry {
  readonly bytes: Uint8Array | null
  readonly untilMs: number
}

/** Templates by their address; the oldest go first where they become too many. */
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
