import { describe, expect, it } from 'vitest'
import { shownNumber, stepped, valueOf } from './typed-values.ts'

const [points, count] = ['scores/report/points', 'scores/quality/checks/fault'] as const

describe('what is typed into a field', () => {
  it.each([
    [points, '-2,5', '-2.5'],
    [points, ' 7.50 ', '7.5'],
    [points, ' ', ''],
    ['adjustment/points', '−1', '-1'],
    [count, '2', '2'],
    [count, '0', ''],
    ['body', ' 1,5 ', ' 1,5 '],
  ])('is held as the server writes it: %s %j', (path, typed, value) => expect(valueOf(path, typed)).toBe(value))

  it.each([
    [points, '1,000'],
    [points, '1 000'],
    [count, '1,5'],
    [count, '-1'],
  ])('stays as it was typed where it cannot be read: %s %j', (path, typed) => {
    expect([valueOf(path, typed), shownNumber(path, typed, 'fi')]).toEqual([typed, typed])
  })

  it.each([
    [points, '2.5', 'en', '2.5'],
    [points, '-2.5', 'fi', '−2,5'],
    [points, '1000.5', 'en', '1000.5'],
    [points, undefined, 'fi', ''],
    [count, undefined, 'fi', '0'],
  ] as const)('is drawn with the decimal sign of the reader: %s %j in %s', (path, value, locale, text) =>
    expect(shownNumber(path, value, locale)).toBe(text),
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
