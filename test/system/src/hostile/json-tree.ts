/** A JSON text as a tree that can be corrupted. Keys and leaves are plain text, so they need not be valid JSON. */
export type JsonTree =
  | { readonly kind: 'leaf'; text: string }
  | { readonly kind: 'list'; items: JsonTree[] }
  | { readonly kind: 'object'; members: [key: string, value: JsonTree][] }

export function treeOf(value: unknown): JsonTree {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(treeOf) }
  if (typeof value !== 'object' || value === null) return leaf(JSON.stringify(value))
  return {
    kind: 'object',
    members: Object.entries(value).map(([key, member]) => [JSON.stringify(key), treeOf(member)]),
  }
}

export const leaf = (text: string): JsonTree => ({ kind: 'leaf', text })

export function textOf(tree: JsonTree): string {
  if (tree.kind === 'leaf') return tree.text
  if (tree.kind === 'list') return `[${tree.items.map(textOf).join(',')}]`
  return `{${tree.members.map(([key, value]) => `${key}:${textOf(value)}`).join(',')}}`
}

/** A slot of a tree: its content can be read, replaced or removed. */
interface Slot {
  readonly tree: JsonTree
  readonly replace: (tree: JsonTree) => void
  readonly remove: () => void
}

/** Every slot of a tree except its root. */
export function slotsIn(tree: JsonTree): Slot[] {
  if (tree.kind === 'leaf') return []
  if (tree.kind === 'list') {
    const { items } = tree
    return items.flatMap((item, index) => [
      {
        tree: item,
        replace: (other: JsonTree) => void (items[index] = other),
        remove: () => void items.splice(index, 1),
      },
      ...slotsIn(item),
    ])
  }
  const { members } = tree
  return members.flatMap(([key, value], index) => [
    {
      tree: value,
      replace: (other: JsonTree) => void (members[index] = [key, other]),
      remove: () => void members.splice(index, 1),
    },
    ...slotsIn(value),
  ])
}

/** The objects of a tree, the root first. */
export function objectsIn(tree: JsonTree): Extract<JsonTree, { kind: 'object' }>[] {
  const all = [tree, ...slotsIn(tree).map((slot) => slot.tree)]
  return all.filter((each) => each.kind === 'object')
}

export function listsIn(tree: JsonTree): Extract<JsonTree, { kind: 'list' }>[] {
  return slotsIn(tree)
    .map((slot) => slot.tree)
    .filter((each) => each.kind === 'list')
}

/** Leaves that are strings, with their quotes. */
export function stringsIn(tree: JsonTree): Extract<JsonTree, { kind: 'leaf' }>[] {
  return slotsIn(tree)
    .map((slot) => slot.tree)
    .filter((each) => each.kind === 'leaf' && each.text.startsWith('"')) as Extract<JsonTree, { kind: 'leaf' }>[]
}
