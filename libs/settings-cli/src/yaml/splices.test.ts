import { describe, expect, it } from 'vitest'
import { applySplices, offsetBefore } from './splices.ts'

describe('splices', () => {
  const text = 'abcdef'
  const splices = [
    { start: 4, end: 4, text: 'XYZ' },
    { start: 1, end: 3, text: '' },
    { start: 4, end: 5, text: 'E' },
  ]

  it('change their places alone, insertions at a place before what is replaced there', () => {
    expect(applySplices(text, splices)).toBe('adXYZEf')
  })

  it('lead back to the old text from each place of the new one', () => {
    const found = [...'adXYZEf'].map((_, offset) => text[offsetBefore(splices, offset)])
    expect(found.join('')).toBe('adeeeef')
  })
})
