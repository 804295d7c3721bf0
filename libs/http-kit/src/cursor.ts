import { Refusal } from './refusal.ts'

/** A place in one list, as the text that clients give back: opaque to them, and not to be mistaken for another list's. */
export interface Cursor<Key extends readonly (string | number)[]> {
  encode(key: Key): string
  /**
   * The place that the caller asks for; null where none is said. A cursor belongs to the query: look at it before roles.
   * @throws Refusal invalid_cursor
   */
  decode(text: string | undefined): Key | null
}

/** `isKey` says whether what a client gave back can be a key of this list at all: the text is the client's. */
export function defineCursor<Key extends readonly (string | number)[]>(
  list: string, isKey: (values: readonly unknown[]) => boolean,
): Cursor<Key> {
  const encode = (key: readonly unknown[]): string => Buffer.from(JSON.stringify([list, ...key])).toString('base64url')
  return {
    encode,
    decode(text) {
      if (text === undefined) return null
      const key = keyIn(text, list)
      // Only what this list writes: another spelling of the same bytes is nobody's cursor.
      if (key === null || !isKey(key) || encode(key) !== text) throw new Refusal('invalid_cursor')
      return key as unknown as Key
    },
  }
}

function keyIn(text: string, list: string): readonly unknown[] | null {
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(values) && values[0] === list ? values.slice(1) : null
  } catch {
    return null
  }
}
