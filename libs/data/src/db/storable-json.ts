/** PostgreSQL rejects NUL and half a surrogate pair, and one such name must not keep a whole course from being read. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => (typeof member === 'string' ? storableText(member) : member))
}

function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
