import { clashKey, numberedName, safeEntryName } from './safe-entry-name.ts'

/** The names of one folder of an archive: safe, and no two that some file system takes for one. */
export class EntryNames {
  /** By key of a taken name, the last number that was given to a name of that key. */
  readonly #lastNumbers = new Map<string, number>()

  /** A safe name near to the given one that nothing here has yet: ` (2)`, ` (3)` before its extension where another is taken. */
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
