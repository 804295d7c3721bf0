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

/** What one value of a key can be: the text is the client's. */
export type CursorValue = (value: unknown) => boolean

/** An id, a revision, an ordinal. */
export const countedFromOne: CursorValue = (value) => Number.isSafeInteger(value) && Number(value) > 0

/** Of a list's name, and what each value of its keys can be. */
export function defineCursor<Key extends readonly (string | number)[]>(
  list: string, ...values: { readonly [Index in keyof Key]: CursorValue }
): Cursor<Key> {
  const isKey = (key: readonly unknown[]): boolean => key.length === values.length && values.every((canBe, index) => canBe(key[index]))
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
