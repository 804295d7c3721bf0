import { describe, expect, it } from 'vitest'
import { isTimeZone } from './is-time-zone.ts'

describe('a time zone', () => {
  it.each([
    ['Europe/Helsinki', true],
    ['UTC', true],
    ['Europe/Kyiv', true],
    ['Europe/Nowhere', false],
    ['+02:00', false],
    ['', false],
    ['Europe/Helsinki\n', false],
  ])('is named by its IANA name, not by anything else: %j', (name, isOne) => {
    expect(isTimeZone(name)).toBe(isOne)
  })
})
