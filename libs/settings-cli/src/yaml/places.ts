import {
  type CST,
  isCollection,
  isPair,
  isScalar,
  type Node,
  type Pair,
  Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'

export type Collection = YAMLMap<Node, Node | null> | YAMLSeq<Node>

export function lineAt(text: string, offset: number) {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  // A byte order mark has no width.
  const start = lineStart === 0 && text.startsWith('\uFEFF') ? 1 : lineStart
  const found = text.indexOf('\n', offset)
  return {
    start,
    next: found < 0 ? text.length : found + 1,
    /** As wide as what comes before the place. */
    indent: ' '.repeat(offset - start),
    /** Whether nothing but space comes before it. */
    isFirst: text.slice(start, offset).trim() === '',
  }
}

/** The end of what a node shows, without the line break of a block of text. */
export function endOf(text: string, node: Node | Pair | null): number {
  if (node === null) return 0
  if (isPair(node)) return Math.max(endOf(text, node.value as Node | null), endOf(text, node.key as Node))
  const last = isCollection(node) && node.flow !== true ? (node.items.at(-1) as Node | Pair | undefined) : undefined
  if (last !== undefined) return endOf(text, last)
  const end = node.range?.[1] ?? 0
  const isBlock = isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED)
  return isBlock && text[end - 1] === '\n' ? end - 1 : end
}

/** Where each entry begins: with its dash, its key, or what it is. */
export function startsOf({ srcToken, flow }: Collection): number[] {
  const { items } = srcToken as CST.FlowCollection | CST.BlockSequence | CST.BlockMap
  return items.flatMap(({ start, key, value }) => {
    const properties = start.filter(({ type }) => ['seq-item-ind', 'anchor', 'tag'].includes(type))
    const [first] = [...properties, key ?? (flow === true || key !== undefined ? value : undefined)]
    return first === undefined || first === null ? [] : [first.offset]
  })
}

export function commaOf({ srcToken }: Collection, index: number): number | undefined {
  return (srcToken as CST.FlowCollection).items[index]?.start.find(({ type }) => type === 'comma')?.offset
}

/** Where the value of a field begins. */
export function colonOf(pair: Pair | undefined): number {
  const { sep = [] } = (pair as { srcToken?: CST.CollectionItem } | undefined)?.srcToken ?? {}
  return (sep.find(({ type }) => type === 'map-value-ind')?.offset ?? 0) + 1
}
