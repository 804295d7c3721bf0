import type { Fields } from './fields.ts'

interface Merged {
  readonly fields: Fields
  /** The paths that both changed, each to something else. */
  readonly conflicts: readonly string[]
}

/** What was changed since `base` stays, and everything else becomes as it stands now. Nothing is guessed within a text. */
export function mergeFields(base: Fields, mine: Fields, theirs: Fields): Merged {
  const all = [...new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)])]
  const isMine = (path: string): boolean => mine[path] !== base[path]
  const merged = all.flatMap((path) => {
    const value = isMine(path) ? mine[path] : theirs[path]
    return value === undefined ? [] : [[path, value] as const]
  })
  return {
    fields: Object.fromEntries(merged),
    conflicts: all.filter((path) => isMine(path) && theirs[path] !== base[path] && theirs[path] !== mine[path]),
  }
}
