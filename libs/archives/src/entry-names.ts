import { clashKey, numberedName, safeEntryName } from './safe-entry-name.ts'

/** Safe names in one folder, no two of them equal on any file system. */
export class EntryNames {
  /** By `clashKey`, the last number that was added. */
  readonly #lastNumbers = new Map<string, number>()

  /** Close to the given one. If it is taken, ` (2)`, ` (3)` and so on is added before the extension. */
  take(name: string): string {
    const safe = safeEntryName(name)
    const key = clashKey(safe)
    let taken = safe
    let number = this.#lastNumbers.get(key) ?? 1
    while (this.#lastNumbers.has(clashKey(taken))) {
      number += 1
      taken = numberedName(safe, number)
    }
    this.#lastNumbers.set(key, number)
    if (taken !== safe) this.#lastNumbers.set(clashKey(taken), 1)
    return taken
  }
}
