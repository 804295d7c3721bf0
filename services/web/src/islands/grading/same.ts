type Members = ReadonlyMap<string, unknown>

/** Whether two values hold the same, whatever the order of their members. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  const [left, right] = [membersOf(a), membersOf(b)]
  if (left === null || right === null || left.size !== right.size) return false
  return [...left].every(([name, value]) => right.has(name) && same(value, right.get(name)))
}

/** What was sent where `theirs` has it, and else what stood before. */
export function arrived<Value>(before: Value, sent: Value, theirs: Value): Value {
  if (same(sent, theirs)) return theirs
  const [was, asked, now] = [membersOf(before), membersOf(sent), membersOf(theirs)]
  if (was === null || asked === null || now === null) return before
  const members = [...new Set([...was.keys(), ...asked.keys()])]
    .map((name) => [name, arrived(was.get(name), asked.get(name), now.get(name))] as const)
    .filter(([, value]) => value !== undefined)
  return (before instanceof Map ? new Map(members) : Object.fromEntries(members)) as Value
}

function membersOf(value: unknown): Members | null {
  if (value instanceof Map) return value as Members
  if (typeof value !== 'object' || value === null) return null
  return new Map(Object.entries(value).filter(([, member]) => member !== undefined))
}
