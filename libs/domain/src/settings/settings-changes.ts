import { jsonPath } from '../json/json-path.ts'

/** One value in which two documents differ: a scalar or a whole list; null if a document has none. */
export interface SettingsChangeEntry {
  /** JSON path from `$`. */
  readonly path: string
  readonly before: unknown
  readonly after: unknown
  /** The values were too large for the reply; both are null here. */
  readonly omitted?: true
}

/**
 * How `after` differs from `before`, both JSON values, except in the revision, which always differs. Objects are compared
 * member by member, everything else as a whole. All entries together have at most `maxBytes` of JSON. The values of an entry
 * that does not fit are left out, and only its path is listed; later entries that still fit are listed with their values.
 */
export function changesBetween(before: unknown, after: unknown, maxBytes: number): SettingsChangeEntry[] {
  let left = maxBytes
  return differences([], before, after).map(({ path, ...values }) => {
    const entry = { path: jsonPath(path), ...values }
    const bytes = Buffer.byteLength(JSON.stringify(entry))
    if (bytes > left) return { path: entry.path, before: null, after: null, omitted: true }
    left -= bytes
    return entry
  })
}

interface Difference {
  readonly path: readonly string[]
  readonly before: unknown
  readonly after: unknown
}

function differences(path: readonly string[], before: unknown, after: unknown): Difference[] {
  if (!isObject(before) || !isObject(after)) {
    return JSON.stringify(before) === JSON.stringify(after)
      ? []
      : [{ path, before: before ?? null, after: after ?? null }]
  }
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => path.length > 0 || key !== 'revision')
    .flatMap((key) => differences([...path, key], before[key], after[key]))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
