/** A JSON text taken apart just so far that it can be spoilt: keys and leaves are text, so they need not be JSON at all. */
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

/** Where something stands: whoever holds a place can read it, put something else there, or take it away. */
export interface Place {
  readonly tree: JsonTree
  readonly replace: (tree: JsonTree) => void
  readonly remove: () => void
}

/** Every place of a tree but its root. */
export function placesIn(tree: JsonTree): Place[] {
  if (tree.kind === 'leaf') return []
  if (tree.kind === 'list') {
    const { items } = tree
    return items.flatMap((item, index) => [
      {
        tree: item,
        replace: (other: JsonTree) => void (items[index] = other),
        remove: () => void items.splice(index, 1),
      },
      ...placesIn(item),
    ])
  }
  const { members } = tree
  return members.flatMap(([key, value], index) => [
    {
      tree: value,
      replace: (other: JsonTree) => void (members[index] = [key, other]),
      remove: () => void members.splice(index, 1),
    },
    ...placesIn(value),
  ])
}

/** The objects of a tree, the root first. */
export function objectsIn(tree: JsonTree): Extract<JsonTree, { kind: 'object' }>[] {
  const all = [tree, ...placesIn(tree).map((place) => place.tree)]
  return all.filter((each) => each.kind === 'object')
}

export function listsIn(tree: JsonTree): Extract<JsonTree, { kind: 'list' }>[] {
  return placesIn(tree)
    .map((place) => place.tree)
    .filter((each) => each.kind === 'list')
}

/** Leaves that are strings, quotes included. */
export function stringsIn(tree: JsonTree): Extract<JsonTree, { kind: 'leaf' }>[] {
  return placesIn(tree)
    .map((place) => place.tree)
    .filter((each) => each.kind === 'leaf' && each.text.startsWith('"')) as Extract<JsonTree, { kind: 'leaf' }>[]
}
