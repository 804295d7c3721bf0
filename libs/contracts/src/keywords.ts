/**
 * Two rules that JSON Schema has no word for. As `x-` keywords they stand in the schema like any other rule; validators
 * that do not know them pass over them, ours (libs/http-kit) are given these functions.
 */

/** `x-normalize: "NFC"`: the string is brought to that Unicode normal form before its other rules look at it. */
export function normalizeText(form: 'NFC', text: string): string {
  return text.normalize(form)
}

/** `x-unique-by: "userId"`: indexes of the items whose value of that field already stands in an earlier item. */
export function repeatedBy(field: string, items: readonly unknown[]): number[] {
  return repeatedItems(
    items.map((item) =>
      typeof item === 'object' && item !== null && field in item
        ? (item as Record<string, unknown>)[field]
        : Symbol('absent'),
    ),
  )
}

/** Indexes of the scalars that stand earlier in the list already. */
export function repeatedItems(items: readonly unknown[]): number[] {
  const seen = new Set<unknown>()
  return items.flatMap((item, index) => {
    if (seen.has(item)) return [index]
    seen.add(item)
    return []
  })
}
