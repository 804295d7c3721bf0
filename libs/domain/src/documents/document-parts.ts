import { jsonPath } from '../json/json-path.ts'
import { isSameJson, type JsonValue } from '../json/merge-patch.ts'
import { everyPart, hasChangedSince, type PartRevisions } from './part-revisions.ts'

/** A part with a revision of its own: a member by its name, or an entry of the map as `scores.` with the entry's id. */
export type DocumentPart = string

interface HasSnippet {
  readonly snippet?: { readonly snippetId?: string }
}

export interface DocumentParts<Entry> {
  /** The parts that a merge patch names, whether or not it changes them. Null for the map names each entry that there is. */
  readonly touched: (before: object, patch: object) => readonly DocumentPart[]
  /** Those of `parts` that differ; of all parts without it. */
  readonly changed: (before: object, after: object, parts?: readonly DocumentPart[]) => readonly DocumentPart[]
  /** The id of an entry; null for a member. */
  readonly idOf: (part: DocumentPart) => string | null
  readonly partOf: (id: string) => DocumentPart
  readonly pathOf: (part: DocumentPart) => string
  readonly entryOf: (document: object, id: string) => Entry | undefined
  /** The snippets that changed entries refer to and did not refer to before, once for each entry. */
  readonly newSnippets: (before: object, after: object, changed: readonly DocumentPart[]) => readonly string[]
}

/** The parts of documents whose entries of `map` have revisions of their own. `order`: of its members, `map` among them. */
export function documentParts<Entry extends object>(
  map: string,
  order: readonly [string, ...string[]],
): DocumentParts<Entry> {
  const prefix = `${map}.`
  const idOf = (part: DocumentPart): string | null => (part.startsWith(prefix) ? part.slice(prefix.length) : null)
  const partOf = (id: string): DocumentPart => prefix + id
  const entriesOf = (document: object) => (memberOf(document, map) ?? {}) as Readonly<Record<string, Entry>>
  const entryOf = (document: object, id: string): Entry | undefined => memberOf(entriesOf(document), id) as Entry
  const valueOf = (document: object, part: DocumentPart): JsonValue => {
    const id = idOf(part)
    return (id === null ? memberOf(document, part) : entryOf(document, id)) as JsonValue
  }
  const inOrder = (partsOfMember: (member: string) => readonly DocumentPart[]): DocumentPart[] =>
    order.flatMap((member) => partsOfMember(member))
  return {
    idOf,
    partOf,
    entryOf,
    pathOf: (part) => {
      const id = idOf(part)
      return jsonPath(id === null ? [part] : [map, id])
    },
    touched: (before, patch) =>
      inOrder((member) => {
        const sent = memberOf(patch, member)
        if (sent === undefined) return []
        return member === map ? Object.keys(sent ?? entriesOf(before)).map(partOf) : [member]
      }),
    changed: (before, after, parts) => {
      const entries = () => [...new Set([before, after].flatMap((each) => Object.keys(entriesOf(each))))].map(partOf)
      const asked = parts ?? inOrder((member) => (member === map ? entries() : [member]))
      return asked.filter((part) => !isSameJson(valueOf(before, part), valueOf(after, part)))
    },
    newSnippets: (before, after, changed) =>
      changed.flatMap((part) => {
        const id = idOf(part)
        if (id === null) return []
        const [was, is] = [before, after].map(
          (each) => (entryOf(each, id) as HasSnippet | undefined)?.snippet?.snippetId,
        )
        return is === undefined || is === was ? [] : [is]
      }),
  }
}

const memberOf = (document: object, name: string): unknown =>
  Object.hasOwn(document, name) ? (document as Readonly<Record<string, unknown>>)[name] : undefined

export const partsWithRevision = (partRevisions: PartRevisions): DocumentPart[] =>
  Object.keys(partRevisions).filter((part) => part !== everyPart)

export const changedSince = (
  partRevisions: PartRevisions,
  revision: number,
  candidates: readonly DocumentPart[],
): readonly DocumentPart[] => [...new Set(candidates)].filter((part) => hasChangedSince(partRevisions, revision, part))
