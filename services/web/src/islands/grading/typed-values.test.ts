import { describe, expect, it } from 'vitest'
import { isUnreadable, readCount, readPoints, shownNumber, stepped } from './typed-values.ts'

describe('what is typed into the field of a number', () => {
  it.each([
    [readPoints, '-2,5', -2.5],
    [readPoints, ' 7.50 ', 7.5],
    [readPoints, ' ', ''],
    [readPoints, '−1', -1],
    [readCount, '2', 2],
    [readCount, '0', ''],
  ])('is held as the number that it says: %o %j', (read, typed, value) => expect(read(typed)).toBe(value))

  it.each([
    [readPoints, '1,000'],
    [readPoints, '1 000'],
    [readCount, '1,5'],
    [readCount, '-1'],
  ])('stays as it was typed where it cannot be read: %o %j', (read, typed) => {
    expect([read(typed), isUnreadable(read(typed)), shownNumber(typed, 'fi')]).toEqual([typed, true, typed])
  })

  it.each([
    [2.5, 'en', '2.5'],
    [-2.5, 'fi', '−2,5'],
    [1000.5, 'en', '1000.5'],
    ['', 'fi', ''],
  ] as const)('is drawn with the decimal sign of the reader: %j in %s', (value, locale, text) =>
    expect(shownNumber(value, locale)).toBe(text),
  )
})

describe('a step of a number', () => {
  it.each([
    [7, 1, { step: 0.5, min: 0, max: 10 }, 7.5],
    [7.3, 1, { step: 0.5, min: 0, max: 10 }, 7.5],
    [7.3, -1, { step: 0.5, min: 0, max: 10 }, 7],
    [10, 1, { step: 0.5, min: 0, max: 10 }, 10],
    [12, -1, { step: 0.5, min: 0, max: 10 }, 10],
    [0, -1, { step: 0.5, min: 0, max: 10 }, 0],
    [9, 1, { step: 3, min: 0, max: 10 }, 9],
    [0.1, 1, { step: 0.1, min: 0.1, max: 1 }, 0.2],
    [-2.5, -1, { step: 1 }, -3.5],
  ] as const)('from %d by %d with %j leads to %d', (number, by, steps, next) =>
    expect(stepped(number, by, steps)).toBe(next),
  )
})
