import { changedPaths, type Fields, paths } from './fields.ts'

interface Merged {
  readonly fields: Fields
  /** The paths of units that both sides changed, where the two differ. */
  readonly conflicts: readonly string[]
}

/** The fields that are changed as one, since half of them would be nobody's: an annotation, an adjustment, the checks of a criterion. */
export function unitOf(path: string): string {
  if (path.startsWith('annotations/')) return path.slice(0, path.lastIndexOf('/'))
  const [kind = '', id, member] = path.split('/')
  if (kind === 'scores' && (member === 'checks' || member === 'none')) return `scores/${id}/checks`
  return kind === 'adjustment' ? kind : path
}

/** The units that were changed, as they were and as they are: all that a merge needs. */
export function changesOf(base: Fields, mine: Fields): { readonly base: Fields; readonly mine: Fields } {
  const units = new Set(changedPaths(base, mine).map(unitOf))
  // Annotations may have 2,000 fields, so their units are not computed at each key.
  const ofAnnotations = new Set([...units].flatMap((unit) => pathsOfAnnotation(unit)))
  const isChanged = (path: string): boolean =>
    path.startsWith('annotations/') ? ofAnnotations.has(path) : units.has(unitOf(path))
  const changedIn = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.keys(fields)
        .filter(isChanged)
        .map((path) => [path, fields[path] ?? '']),
    )
  return { base: changedIn(base), mine: changedIn(mine) }
}

function pathsOfAnnotation(unit: string): string[] {
  const [kind, id = ''] = unit.split('/')
  return kind === 'annotations'
    ? [paths.place, paths.kind, paths.isPrivate, paths.text].map((pathOf) => pathOf(id))
    : []
}

/** Units that were changed since `base` stay, and all others become as they stand now. Nothing is guessed within a unit. */
export function mergeFields(base: Fields, mine: Fields, theirs: Fields): Merged {
  const all = [...new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)])]
  const fields: [path: string, value: string][] = []
  const conflicts: string[] = []
  for (const paths of Map.groupBy(all, unitOf).values()) {
    const isMine = paths.some((path) => mine[path] !== base[path])
    const isTheirs = paths.some((path) => theirs[path] !== base[path])
    for (const path of paths) {
      const value = (isMine ? mine : theirs)[path]
      if (value !== undefined) fields.push([path, value])
      if (isMine && isTheirs && theirs[path] !== mine[path]) conflicts.push(path)
    }
  }
  return { fields: Object.fromEntries(fields), conflicts }
}
