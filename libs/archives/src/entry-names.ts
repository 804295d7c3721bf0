import { clashKey, numberedName, safeEntryName } from './safe-entry-name.ts'

/** The names in one folder of an archive: safe, and no two equal on any file system. */
export class EntryNames {
  readonly #lastNumbers = new Map<string, number>()

  /** Returns a safe name close to the given one. If that name is taken, ` (2)`, ` (3)` and so on is added before the extension. */
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
