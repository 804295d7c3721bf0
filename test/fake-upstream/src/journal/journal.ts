/** One request as the server saw it. It never holds a body, nor the value of a header other than the request id's. */
export interface JournalEntry {
  /** Counts from 1 as long as the server lives; clearing the journal does not start it again. */
  number: number
  method: string
  path: string
  /** The query as it was sent, without the question mark. */
  query: string
  headerNames: readonly string[]
  requestId: string | null
  hasAuthorization: boolean
  contentType: string | null
  /** The user whose token it was, if the token was valid. */
  userId: number | null
  /** The name of the matched operation; null if nothing is routed. */
  operation: string | null
  bodyBytes: number | null
  /** The stack of a defect of the simulator itself, which the client sees as an HTML 500. */
  crash: string | null
  /** The kind of the fault that was applied. */
  fault: string | null
  /** The status of the reply, or the one that it would have had if a fault had not withheld it; null until then. */
  status: number | null
  /** How the request ended; null until then. */
  outcome: 'answered' | 'cut' | 'client_left' | null
  /** Bytes of the reply's body that were written so far; what buffers of both systems hold is among them. */
  sentBytes: number
  /** The time of arrival in epoch milliseconds. */
  receivedAtMs: number
  durationMs: number | null
}

type Predicate = (entry: JournalEntry) => boolean

/** A search. Every field that is given must be equal; `path` may have `*` for one segment. */
export interface JournalFilter {
  operation?: string
  method?: string
  path?: string
  status?: number
  userId?: number
  requestId?: string
}

/** A process that runs for long forgets its oldest requests beyond this number. */
const maxEntries = 100_000

/** All requests since the start or the last clearing, in order of arrival. */
export class Journal {
  #entries: JournalEntry[] = []
  #lastNumber = 0
  readonly #watchers = new Set<() => void>()

  get entries(): readonly JournalEntry[] {
    return this.#entries
  }

  /** The matching entries in order of arrival, whether finished or not. */
  find(wanted: JournalFilter | Predicate): JournalEntry[] {
    return this.#entries.filter(asPredicate(wanted))
  }

  count(wanted: JournalFilter | Predicate = {}): number {
    return this.find(wanted).length
  }

  clear(): void {
    this.#entries = []
  }

  /**
   * Resolves with the first matching entry, past or future. An entry is compared when the request arrives, when its
   * operation is known, and when it ends. Rejects after `timeoutMs` with the last entries that were seen.
   */
  async waitFor(wanted: JournalFilter | Predicate, timeoutMs: number): Promise<JournalEntry> {
    const [first] = await this.waitForCount(wanted, 1, timeoutMs)
    if (first === undefined) throw new Error('unreachable: one entry was waited for')
    return first
  }

  /** Resolves with the matching entries once there are at least `count`. */
  waitForCount(wanted: JournalFilter | Predicate, count: number, timeoutMs: number): Promise<JournalEntry[]> {
    const predicate = asPredicate(wanted)
    return new Promise((resolve, reject) => {
      const compare = (): void => {
        const found = this.#entries.filter(predicate)
        if (found.length < count) return
        finish()
        resolve(found)
      }
      const timer = setTimeout(() => {
        finish()
        const seen = this.#entries.slice(-10).map((entry) => `${entry.method} ${entry.path} ${entry.status ?? 'open'}`)
        const lastSeen = seen.join(', ') || 'none'
        reject(new Error(`Not ${count} matching request(s) within ${timeoutMs} ms; last seen: ${lastSeen}`))
      }, timeoutMs)
      const finish = (): void => {
        clearTimeout(timer)
        this.#watchers.delete(compare)
      }
      this.#watchers.add(compare)
      compare()
    })
  }

  /** Adds an entry; called by the server. */
  begin(entry: Omit<JournalEntry, 'number'>): JournalEntry {
    this.#lastNumber += 1
    const numbered = { number: this.#lastNumber, ...entry }
    this.#entries.push(numbered)
    if (this.#entries.length > maxEntries) this.#entries = this.#entries.slice(maxEntries / 2)
    this.changed()
    return numbered
  }

  /** Compares a changed entry with what is waited for; called by the server. */
  changed(): void {
    for (const compare of this.#watchers) compare()
  }
}

function asPredicate(wanted: JournalFilter | Predicate): Predicate {
  if (typeof wanted === 'function') return wanted
  const { path, ...exact } = wanted
  const fields = Object.entries(exact).filter(([, value]) => value !== undefined)
  const pattern = path === undefined ? null : pathPattern(path)
  return (entry) => {
    const row: Record<string, unknown> = { ...entry }
    return fields.every(([name, value]) => row[name] === value) && (pattern === null || pattern.test(entry.path))
  }
}

/** Turns a pattern into a regular expression: `*` stands for one path segment, `**` for anything. */
export function pathPattern(pattern: string): RegExp {
  const source = pattern
    .split('**')
    .map((part) =>
      part
        .split('*')
        .map((text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
        .join('[^/]+'),
    )
    .join('.*')
  return new RegExp(`^${source}/?$`)
}
