/** The exercises that a settings document claims, ascending. */
export function exerciseIdsOf(document: string): readonly number[] {
  const settings: unknown = JSON.parse(document)
  const ids: unknown = typeof settings === 'object' && settings !== null
    ? Reflect.get(settings, 'manualGradingExercises')
    : undefined
  if (!Array.isArray(ids) || !ids.every((id) => Number.isSafeInteger(id))) {
    throw new Error('the settings document has no list of exercises')
  }
  return ids.toSorted((a: number, b: number) => a - b)
}
