import { jsonPath } from '../json/json-path.ts'

/** The values are scalars or whole lists; null if a document has none. */
export interface SettingsChangeEntry {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
  /** The values were too large for the reply; both are null here. */
  readonly omitted?: true
}

/** All but the revision; objects member by member, all else as a whole. What exceeds `maxBytes` of JSON is listed without values. */
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
