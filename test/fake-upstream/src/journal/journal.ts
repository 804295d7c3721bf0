/** One request as the server saw it. Never holds a header's value except the request id's, nor a body. */
export interface JournalEntry {
  /** Counts from 1 over the server's life; clearing does not start it again. */
  number: number
  method: string
  path: string
  /** Without the question mark, as sent. */
  query: string
  headerNames: readonly string[]
  requestId: string | null
  hasAuthorization: boolean
  contentType: string | null
  /** The user of a valid token. */
  userId: number | null
  /** Name of the matched operation; null where nothing is routed. */
  operation: string | null
  bodyBytes: number | null
  /** Stack of an exception of the simulator itself, which the client sees as an HTML 500. */
  crash: string | null
  /** Kind of the scripted fault that was played. */
  fault: string | null
  /** The status that left, or would have left where a fault kept the answer back; null while unanswered. */
  status: number | null
  /** How it ended; null while it is under way. */
  outcome: 'answered' | 'cut' | 'client_left' | null
  /** Epoch milliseconds. */
  receivedAtMs: number
  durationMs: number | null
}

type Predicate = (entry: JournalEntry) => boolean

/** What a search names; every given field must be equal, `path` may hold `*` for one segment. */
export interface JournalFilter {
  operation?: string
  method?: string
  path?: string
  status?: number
  userId?: number
  requestId?: string
}

/** A long-lived process forgets the oldest requests beyond this. */
const maxEntries = 100_000

/** All requests since the start or the last clear, in order of arrival. */
export class Journal {
  #entries: JournalEntry[] = []
  #lastNumber = 0
  readonly #watchers = new Set<() => void>()

  get entries(): readonly JournalEntry[] {
    return this.#entries
  }

  /** Finished or not, in order of arrival. */
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
   * Resolves with the first matching entry, seen already or to come; looked at when a request arrives, when its
   * operation is known, and when it ends. Rejects after `timeoutMs` with what was seen instead.
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
      const look = (): void => {
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
        this.#watchers.delete(look)
      }
      this.#watchers.add(look)
      look()
    })
  }

  /** Adds an entry; for the server. */
  begin(entry: Omit<JournalEntry, 'number'>): JournalEntry {
    this.#lastNumber += 1
    const numbered = { number: this.#lastNumber, ...entry }
    this.#entries.push(numbered)
    if (this.#entries.length > maxEntries) this.#entries = this.#entries.slice(maxEntries / 2)
    this.changed()
    return numbered
  }

  /** Tells waiters that an entry changed; for the server. */
  changed(): void {
    for (const look of this.#watchers) look()
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

/** `*` stands for one path segment, `**` for anything. */
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
