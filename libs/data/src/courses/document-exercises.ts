/** The exercises that a settings document claims, ascending. */
export function exerciseIdsOf(document: string): readonly number[] {
  const settings: unknown = JSON.parse(document)
  const ids: unknown = typeof settings === 'object' && settings !== null
    ? Reflect.get(settings, 'manualGradingExercises')
    : undefined
  if (!isListOfIds(ids)) throw new Error('the settings document has no list of exercises')
  return ids.toSorted((a, b) => a - b)
}

function isListOfIds(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((id) => Number.isSafeInteger(id))
}
