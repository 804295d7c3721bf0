/** Keeps the result for each item, which must not change itself: of fifty criteria a key changes one. */
export function byItem<Item extends object, Result>(compute: (item: Item) => Result): (item: Item) => Result {
  const results = new WeakMap<Item, { readonly result: Result }>()
  return (item) => {
    const known = results.get(item) ?? { result: compute(item) }
    results.set(item, known)
    return known.result
  }
}
