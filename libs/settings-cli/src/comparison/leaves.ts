import {
  courseSettingsUpdate,
  type CourseSettingsDocument,
  type CourseSettingsUpdate,
} from '@course-grading/contracts/settings/course-settings'

type Json = string | number | boolean | null | readonly string[]

/** The smallest part of the settings that is compared: a scalar, an entry of a set, a field of a grader, or an ordered list. */
export interface Leaf {
  /** JSONPath (RFC 9535); a grader is found by `userId`, the entry of a set by its value. */
  readonly path: string
  /** The path that people are shown: of an entry, the one of its set. */
  readonly shown: string
  /** What is there or not as a whole: a grader. */
  readonly group?: string
  readonly value: Json
  /** Puts the value of a leaf of this path into a document, or removes it. */
  readonly put: (document: CourseSettingsUpdate, value: Json | undefined) => void
}

interface Schema {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly uniqueItems?: boolean
  readonly 'x-unique-by'?: string
}

const contract = courseSettingsUpdate as unknown as Schema

type Draft = Record<string, unknown>

/** The first language is the main one. All other lists are sets. */
const ordered = new Set(['$.languages'])

/** The writable part of what the service sends, in the order of the contract. An absent value that may be null is null. */
export function writablePart(document: CourseSettingsDocument | CourseSettingsUpdate): CourseSettingsUpdate {
  const from = document as unknown as Draft
  const fields = Object.entries(contract.properties ?? {}).flatMap(([name, { type }]) => {
    const value = from[name] ?? ([type].flat().includes('null') ? null : undefined)
    return value === undefined ? [] : [[name, value] as const]
  })
  return structuredClone(Object.fromEntries(fields)) as CourseSettingsUpdate
}

/** All leaves by their paths. */
export function leavesOf(document: CourseSettingsUpdate): Map<string, Leaf> {
  const leaves = objectLeaves(contract, writablePart(document), '$', (draft) => draft as unknown as Draft)
  return new Map(leaves.map((leaf) => [leaf.path, leaf]))
}

type Find = (document: CourseSettingsUpdate) => Draft

function objectLeaves(schema: Schema, value: object, path: string, find: Find): Leaf[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const member = (value as Draft)[name]
    const here = `${path}.${name}`
    if (member === undefined) return []
    if (property.properties !== undefined)
      return objectLeaves(property, member as object, here, (draft) => find(draft)[name] as Draft)
    const key = property['x-unique-by']
    if (key !== undefined)
      return memberLeaves(property, key, member as Draft[], here, (draft) => find(draft)[name] as Draft[])
    if (property.uniqueItems === true && !ordered.has(here)) return entryLeaves(member as Json[], here, find, name)
    return [{ path: here, shown: here, value: member as Json, put: (draft, next) => void (find(draft)[name] = next) }]
  })
}

function entryLeaves(entries: readonly Json[], set: string, find: Find, name: string): Leaf[] {
  return entries.map((value) => ({
    path: `${set}[?@==${JSON.stringify(value)}]`,
    shown: set,
    value,
    put: (draft, next) => {
      const others = (find(draft)[name] as Json[]).filter((entry) => entry !== value)
      find(draft)[name] = next === undefined ? others : [...others, next]
    },
  }))
}

function memberLeaves(
  { items }: Schema,
  key: string,
  members: readonly Draft[],
  list: string,
  find: (document: CourseSettingsUpdate) => Draft[],
): Leaf[] {
  return members.flatMap((member) => {
    const id = member[key]
    const group = `${list}[?@.${key}==${JSON.stringify(id)}]`
    const fields = Object.entries(items?.properties ?? {}).filter(
      ([name]) => name !== key && member[name] !== undefined,
    )
    return fields.map(([name]) => ({
      path: `${group}.${name}`,
      shown: `${group}.${name}`,
      group,
      // The order in a grader's lists means nothing.
      value: [...(member[name] as string[])].sort(),
      put: (draft: CourseSettingsUpdate, next: Json | undefined) => {
        const all = find(draft)
        let found = all.find((each) => each[key] === id)
        if (found === undefined) all.push((found = { [key]: id }))
        if (next === undefined) delete found[name]
        else found[name] = keepOrder(found[name] as string[] | undefined, next as string[])
        // A grader without any field is gone.
        if (Object.keys(found).length === 1) all.splice(all.indexOf(found), 1)
      },
    }))
  })
}

/** The entries of a set, first those that were there, in their order. */
function keepOrder(before: readonly string[] = [], next: readonly string[]): string[] {
  return [...before.filter((entry) => next.includes(entry)), ...next.filter((entry) => !before.includes(entry))]
}
