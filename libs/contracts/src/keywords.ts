/**
 * Two rules for which JSON Schema has no keyword. As `x-` keywords they are part of the schema like any other rule. Validators that
 * do not know them ignore them; ours (libs/http-kit) is given these functions.
 */

/** `x-normalize: "NFC"`: the string is brought to that Unicode normal form before its other rules apply. */
export function normalizeText(form: 'NFC', text: string): string {
  return text.normalize(form)
}

/** `x-unique-by: "userId"`: indexes of the items whose value of that field occurs in an earlier item. */
export function repeatedBy(field: string, items: readonly unknown[]): number[] {
  return repeatedItems(
    items.map((item) =>
      typeof item === 'object' && item !== null && field in item
        ? (item as Record<string, unknown>)[field]
        : Symbol('absent'),
    ),
  )
}

/** Indexes of the scalars that occur earlier in the list. */
export function repeatedItems(items: readonly unknown[]): number[] {
  const seen = new Set<unknown>()
  return items.flatMap((item, index) => {
    if (seen.has(item)) return [index]
    seen.add(item)
    return []
  })
}
