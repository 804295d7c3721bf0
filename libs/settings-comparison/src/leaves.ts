import {
  type CourseSettingsDocument,
  courseSettingsUpdate,
  type CourseSettingsUpdate,
} from '@course-grading/contracts/settings/course-settings'

/** The settings by JSONPaths (RFC 9535): scalars, entries of sets by value, fields of graders by `userId`, and the ordered list of languages. */
export type Leaves = ReadonlyMap<string, LeafValue>
export type LeafValue = string | number | boolean | null | readonly string[]

interface Schema {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly uniqueItems?: boolean
  readonly 'x-unique-by'?: string
}
type Fields = Readonly<Record<string, unknown>>

const contract = courseSettingsUpdate as unknown as Schema
/** The first language is the main one. All other lists are sets. */
const ordered = '$.languages'
const itemKey = /^\$\.\w+\[\?@\.\w+==(\d+)\]/

/** The writable part of what the service sends, in the order of the contract. An absent value that may be null is null. */
export function writablePart(document: CourseSettingsDocument | CourseSettingsUpdate): CourseSettingsUpdate {
  const from = document as unknown as Fields
  const fields = Object.entries(contract.properties ?? {}).flatMap(([name, { type }]) => {
    const value = from[name] ?? ([type].flat().includes('null') ? null : undefined)
    return value === undefined ? [] : [[name, value] as const]
  })
  return structuredClone(Object.fromEntries(fields)) as CourseSettingsUpdate
}

export function leavesOf(document: CourseSettingsUpdate): Map<string, LeafValue> {
  return new Map(leavesIn(contract, writablePart(document), '$'))
}

function leavesIn(schema: Schema, value: unknown, path: string): (readonly [string, LeafValue])[] {
  const key = schema['x-unique-by']
  if (value === undefined) return []
  if (schema.properties !== undefined)
    return Object.entries(schema.properties).flatMap(([name, member]) =>
      leavesIn(member, (value as Fields)[name], `${path}.${name}`),
    )
  if (key !== undefined)
    return (value as Fields[]).flatMap(({ [key]: id, ...fields }) =>
      leavesIn(schema.items ?? {}, fields, `${path}[?@.${key}==${String(id)}]`),
    )
  if (schema.uniqueItems !== true || path === ordered || itemKey.test(path)) return [[path, value as LeafValue]]
  return (value as LeafValue[]).map((entry) => [`${path}[?@==${JSON.stringify(entry)}]`, entry])
}

export function settingsOf(leaves: Leaves): CourseSettingsUpdate {
  return build(contract, leaves, '$') as CourseSettingsUpdate
}

function build(schema: Schema, leaves: Leaves, path: string): unknown {
  const key = schema['x-unique-by']
  const below = (start: string) => [...leaves].filter(([each]) => each.startsWith(start))
  const fields = () =>
    Object.entries(schema.properties ?? {}).map(([name, each]) => [name, build(each, leaves, `${path}.${name}`)])
  if (schema.properties !== undefined) return Object.fromEntries(fields().filter(([, value]) => value !== undefined))
  if (key !== undefined) {
    const ids = new Set(below(`${path}[`).map(([each]) => Number(itemKey.exec(each)?.[1])))
    return [...ids].map((id) => ({
      [key]: id,
      ...(build(schema.items ?? {}, leaves, `${path}[?@.${key}==${id}]`) as Fields),
    }))
  }
  const isSet = schema.uniqueItems === true && path !== ordered && !itemKey.test(path)
  return isSet ? below(`${path}[`).map(([, entry]) => entry) : leaves.get(path)
}

/** Whether two values of a path are the same; the order in a grader's lists means nothing. */
export function isSameLeaf(path: string, one: LeafValue | undefined, other: LeafValue | undefined): boolean {
  const [a, b] = [one, other].map((value) =>
    JSON.stringify(isList(value) && path !== ordered ? value.toSorted() : value),
  )
  return a === b
}

/** A grader's list with the entries of another one, those that were there in their order. */
export function withEntriesOf(path: string, before: LeafValue | undefined, next: LeafValue): LeafValue {
  if (!isList(before) || !isList(next) || path === ordered) return next
  return [...before.filter((entry) => next.includes(entry)), ...next.filter((entry) => !before.includes(entry))]
}

/** The grader whose field a path names. */
export function groupOf(path: string): string | null {
  return itemKey.exec(path)?.[0] ?? null
}

function isList(value: LeafValue | undefined): value is readonly string[] {
  return Array.isArray(value)
}
