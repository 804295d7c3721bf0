import { defineOperation } from '@course-grading/contracts/operation/operation'
import fc from 'fast-check'
import Type, { type TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { anOperation } from '../operations/an-operation.fixture.ts'
import { pageReader, type PageRequest } from './page.ts'
import { HttpError } from '../errors/http-error.ts'

describe('pageReader', () => {
  it('reads back the key of every cursor', () => {
    fc.assert(
      fc.property(keys, (key) => {
        expect(read(cursor.encode(key))).toEqual(key)
      }),
    )
  })

  it('writes cursors that need no encoding in a query', () => {
    fc.assert(
      fc.property(keys, (key) => {
        expect(cursor.encode(key)).toMatch(/^[\w-]+$/)
      }),
    )
  })

  it('rejects every text that differs from the cursor that it would write', () => {
    const alphabet = fc.constantFrom(...'ABCabc019-_+/=. \0ä')
    fc.assert(
      fc.property(
        keys,
        fc.nat(),
        alphabet,
        fc.constantFrom('replace', 'insert', 'delete', 'append'),
        (key, at, letter, edit) => {
          const text = cursor.encode(key)
          const place = at % text.length
          const edited = {
            replace: text.slice(0, place) + letter + text.slice(place + 1),
            insert: text.slice(0, place) + letter + text.slice(place),
            delete: text.slice(0, place) + text.slice(place + 1),
            append: text + letter,
          }[edit]
          const outcome = read(edited)
          if (outcome !== 'invalid_cursor') expect(outcome && cursor.encode(outcome)).toBe(edited)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('returns no position without a cursor', () => {
    expect(read(undefined)).toBeNull()
  })

  it.each([
    ['another list', cursorsOf('others', [Type.String(), id]).encode(['a', 1])],
    ['a key of another shape', cursorsOf('things', [Type.String()]).encode(['a'])],
    ['one value too many', cursorsOf('things', [Type.String(), id, id]).encode(['a', 1, 2])],
    ['values in another order', Buffer.from('["things",1,"a"]').toString('base64url')],
    ...[0, -5, 1.5, 2 ** 53].map((id) => [`the number ${id}`, cursor.encode(['a', id])]),
    ['only the name of the list', Buffer.from('["things"]').toString('base64url')],
    ['another spelling of its JSON', Buffer.from('["things", "a", 1]').toString('base64url')],
    ['another spelling of its number', Buffer.from('["things","a",1.0]').toString('base64url')],
    ['base64 with padding', Buffer.from('["things","a",12]').toString('base64')],
    ['a second document after the first', `${cursor.encode(['a', 1])}AAAA`],
    ['an object', Buffer.from('{"0":"things","1":"a","2":1}').toString('base64url')],
    ['null', Buffer.from('null').toString('base64url')],
    ['nothing', ''],
    ['bytes that are no UTF-8', '_____w'],
    ['a word', 'next'],
  ])('refuses %s', (_name, text) => {
    expect(read(text)).toBe('invalid_cursor')
  })
})

type Key = readonly (string | number)[]

/** Functions that read and write the cursors of a list with this name and these schemas of its page key. */
function cursorsOf(
  list: string,
  pageKey: readonly TSchema[],
): { readonly encode: (key: Key) => string; readonly decode: (text: string | undefined) => Key | null } {
  const reader = pageReader(list, defineOperation({ ...anOperation, pageKey, replies: {} }))
  const pageAt = (cursor: string | undefined) =>
    reader!({ ...(cursor !== undefined && { cursor }) }) as PageRequest<Key>
  return { encode: pageAt(undefined).cursorOf, decode: (text) => pageAt(text).after }
}

const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const cursor = cursorsOf('things', [Type.String(), id])
const keys = fc.tuple(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }))

function read(text: string | undefined): Key | null | 'invalid_cursor' {
  try {
    return cursor.decode(text)
  } catch (error) {
    if (error instanceof HttpError && error.code === 'invalid_cursor') return 'invalid_cursor'
    throw error
  }
}
