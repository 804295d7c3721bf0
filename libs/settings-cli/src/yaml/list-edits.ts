import {
  type CST,
  isCollection,
  isMap,
  isPair,
  isScalar,
  type Node,
  type Pair,
  Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { flowText } from './scalar-text.ts'
import { lineAt, lineBreakOf, removeLines, type Splice } from './splices.ts'

type Token = CST.SourceToken | CST.Token

/** The end of what a node shows, without the line break of a block of text. */
export function endOf(text: string, node: Node | Pair | null): number {
  if (node === null) return 0
  if (isPair(node)) return Math.max(endOf(text, node.value as Node | null), endOf(text, node.key as Node))
  if (isCollection(node) && node.flow !== true) {
    const last = node.items.at(-1) as Node | Pair | undefined
    if (last !== undefined) return endOf(text, last)
  }
  const end = node.range?.[1] ?? 0
  const isBlockText = isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED)
  return isBlockText && text[end - 1] === '\n' ? end - 1 : end
}

/** Removes some entries of a list or a map in brackets, each with one comma. */
export function removeFromFlow(text: string, collection: YAMLSeq | YAMLMap, isKept: readonly boolean[]): Splice[] {
  const { items } = collection.srcToken as CST.FlowCollection
  const nodes = collection.items as (Node | Pair)[]
  const firstKept = isKept.indexOf(true)
  return nodes.flatMap((node, index) => {
    if (isKept[index] === true) return []
    const start = contentStart(items[index] as CST.CollectionItem)
    const content = { start, end: Math.max(start, endOf(text, node)), text: '' }
    // Before the first that is kept, the comma after an entry goes, else the one before it.
    const isLeading = firstKept < 0 || index < firstKept
    const comma = commaOf(items[isLeading ? index + 1 : index])
    if (comma === undefined) return [content]
    const between = isLeading ? text.slice(content.end, comma) : text.slice(comma + 1, content.start)
    if (between.trim() !== '' || between.includes('\n')) return [content, { start: comma, end: comma + 1, text: '' }]
    if (!isLeading) return [{ ...content, start: comma }]
    return [{ ...content, end: comma + 1 + (/^ *(?![ #])/.exec(text.slice(comma + 1))?.[0].length ?? 0) }]
  })
}

/** Removes some entries of a list or a map of lines. */
export function removeFromBlock(text: string, collection: YAMLSeq | YAMLMap, isKept: readonly boolean[]): Splice[] {
  const nodes = collection.items as (Node | Pair)[]
  const starts = blockStarts(collection)
  return nodes.flatMap((node, index) => {
    const start = starts[index] ?? 0
    if (isKept[index] === true) return []
    if (lineAt(text, start).isFirst) return [removeLines(text, start, endOf(text, node))]
    // The first field of a grader stands behind the dash. The next one that stays takes its place, or a comment between them.
    const next = starts[isKept.indexOf(true, index)] ?? 0
    const end = endOf(text, node)
    return [{ start, end: text.slice(lineAt(text, end).next, next).includes('#') ? end : next, text: '' }]
  })
}

/** Inserts entries of a list behind the entry of this index, or at its beginning with -1. */
export function insertIntoList(
  text: string,
  list: YAMLSeq,
  after: number,
  values: readonly unknown[],
  isKept: readonly boolean[],
): Splice[] {
  const like = list.items.find((item) => isScalar(item))
  if (list.flow === true) {
    const written = values.map((value) => flowText(value, like)).join(', ')
    if (after >= 0) return [insertAt(endOf(text, list.items[after] as Node), `, ${written}`)]
    return [insertAt((list.range?.[0] ?? 0) + 1, isKept.includes(true) ? `${written}, ` : written)]
  }
  const starts = blockStarts(list)
  const lines = values.map((value) => blockItem(value, lineAt(text, starts[0] ?? 0).indent, lineBreakOf(text), like))
  return after < 0
    ? [insertAt(lineAt(text, starts[0] ?? 0).start, lines.map((line) => line + lineBreakOf(text)).join(''))]
    : insertLines(text, endOf(text, list.items[after] as Node), lines)
}

/** Inserts lines below the one that holds the place. */
export function insertLines(text: string, offset: number, lines: readonly string[]): Splice[] {
  const { next } = lineAt(text, offset)
  const isEnded = text[next - 1] === '\n'
  const lineBreak = lineBreakOf(text)
  return [insertAt(next, lines.map((line) => (isEnded ? line + lineBreak : lineBreak + line)).join(''))]
}

/** An entry of a list of lines: a scalar, or an object with a field in each line. */
export function blockItem(value: unknown, indent: string, lineBreak: string, like?: unknown): string {
  if (typeof value !== 'object' || value === null) return `${indent}- ${flowText(value, like)}`
  return Object.entries(value)
    .map(([name, member], index) => `${indent}${index === 0 ? '- ' : '  '}${name}: ${flowText(member)}`)
    .join(lineBreak)
}

export function insertAt(offset: number, text: string): Splice {
  return { start: offset, end: offset, text }
}

/** Where each entry begins: its dash, or its key. */
function blockStarts(collection: YAMLSeq | YAMLMap): number[] {
  if (isMap(collection)) return collection.items.map(({ key }) => (key as Node).range?.[0] ?? 0)
  const { items } = collection.srcToken as CST.BlockSequence
  return items.flatMap(({ start }) => start.filter(({ type }) => type === 'seq-item-ind').map(({ offset }) => offset))
}

function contentStart({ start, key, value }: CST.CollectionItem): number {
  const property = start.find(({ type }) => type === 'anchor' || type === 'tag')
  return ((property ?? key ?? value) as Token).offset
}

function commaOf(item: CST.CollectionItem | undefined): number | undefined {
  return item?.start.find(({ type }) => type === 'comma')?.offset
}
