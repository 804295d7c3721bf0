export function firstOf<Item>(items: readonly Item[], idOf: (item: Item) => number): readonly Item[] {
  return [...Map.groupBy(items, idOf).values()].flatMap((same) => same.slice(0, 1))
}
