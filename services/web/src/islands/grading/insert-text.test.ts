import { describe, expect, it } from 'vitest'
import { addedText } from './insert-text.ts'

describe('a comment that is inserted', () => {
  it.each([
    ['', 0, 'New.'],
    ['Good.', 5, ' New.'],
    ['Good. Bad.', 6, 'New.'],
    ['Good.\n', 6, 'New.'],
    ['ab', 1, ' New.'],
    ['ab', 0, 'New.'],
  ])('stands apart from what is before the caret: %j at %i', (text, from, added) => {
    expect(addedText(text, from, 'New.')).toBe(added)
  })
})
