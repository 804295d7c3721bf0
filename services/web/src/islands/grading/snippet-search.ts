import type { SnippetChoice, SnippetChoices } from './replies.ts'

/** A search for snippets: which are found, which is marked, and which one Enter inserts. */
export class SnippetSearch {
  q = ''
  /** Null before the first search has ended. */
  items: readonly SnippetChoice[] | null = null
  hasMore = false
  /** The index of the marked one. */
  at = 0
  /** The search text for which the items were found. */
  #foundFor: string | null = null
  /** Whether Enter came before the search ended, which then inserts the first snippet. */
  #isAwaited = false

  type(q: string): void {
    this.q = q
  }

  /** Returns the snippet that Enter waited for, if it did. */
  found(q: string, { items, hasMore }: SnippetChoices): SnippetChoice | null {
    const awaited = this.#isAwaited ? items[0] : undefined
    this.#foundFor = q
    this.#isAwaited = false
    this.items = items
    this.hasMore = hasMore
    this.at = 0
    return awaited ?? null
  }

  /** Returns the snippet that the key inserts, or null. */
  press(key: string): SnippetChoice | null {
    this.#isAwaited = key === 'Enter' && this.#foundFor !== this.q
    if (key === 'Enter') return this.#isAwaited ? null : (this.items?.[this.at] ?? null)
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    const count = this.items?.length ?? 0
    if (step !== undefined && count > 0) this.at = (this.at + step + count) % count
    return null
  }

  close(): void {
    this.q = ''
    this.#foundFor = null
    this.#isAwaited = false
  }
}
