export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** RFC 7396. Neither argument is changed. */
export function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isObject(patch)) return patch
  const merged = isObject(target) ? { ...target } : {}
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete merged[key]
    else {
      const value = mergePatch(Object.hasOwn(merged, key) ? merged[key] : undefined, change)
      // A writer may choose the key `__proto__`, which becomes a member like any other only if it is defined.
      Object.defineProperty(merged, key, { value, configurable: true, enumerable: true, writable: true })
    }
  }
  return merged
}

/** Whether two JSON values say the same; the order of members says nothing. */
export function isSameJson(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === other) return true
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isSameJson(item as JsonValue, other[index] as JsonValue))
    )
  if (!isObject(one) || !isObject(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSameJson(one[key], other[key]))
  )
}

function isObject(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
