/** Keeps the result for the latest arguments, which are compared by identity and must not change themselves. */
export function remembered<Given extends readonly unknown[], Result>(
  compute: (...given: Given) => Result,
): (...given: Given) => Result {
  let last: { readonly given: Given; readonly result: Result } | null = null
  return (...given) => {
    if (last === null || given.some((value, at) => value !== last?.given[at]))
      last = { given, result: compute(...given) }
    return last.result
  }
}
