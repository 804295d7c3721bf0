import { describe, expect, it } from 'vitest'
import { insertText } from './insert-text.ts'

describe('a comment that is inserted', () => {
  it.each([
    ['', 0, 0, 'New.', 4],
    ['Good.', 5, 5, 'Good. New.', 10],
    ['Good. Bad.', 6, 10, 'Good. New.', 10],
    ['Good.\n', 6, 6, 'Good.\nNew.', 10],
    ['ab', 1, 1, 'a New.b', 6],
  ])('stands at the caret: %j from %i to %i', (text, from, to, inserted, caret) => {
    expect(insertText(text, { from, to }, 'New.')).toEqual({ text: inserted, caret })
  })
})
