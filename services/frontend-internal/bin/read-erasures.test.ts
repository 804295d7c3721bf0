import { describe, expect, it } from 'vitest'
import { readErasures } from './read-erasures.ts'

const erasure = { courseId: 11, userId: 202, erasedAt: '2026-11-20T10:00:00.123456Z', byUserId: 101 }

describe('readErasures', () => {
  it('reads the output of an export, with any line ends', () => {
    const line = JSON.stringify(erasure)
    expect(readErasures(`${line}\r\n\n${line}\n`)).toEqual({ erasures: [erasure, erasure], wrongLines: [] })
    expect(readErasures('')).toEqual({ erasures: [], wrongLines: [] })
  })

  it.each([
    ['text that is no JSON', 'course 11'],
    ['JSON that is no object', '11'],
    ['null', 'null'],
    ['a line that was cut', JSON.stringify(erasure).slice(0, -1)],
    ...Object.keys(erasure).map((name) => [`no ${name}`, JSON.stringify({ ...erasure, [name]: undefined })]),
    ['an id that is no number', JSON.stringify({ ...erasure, userId: '202' })],
    ['an id that nobody can have', JSON.stringify({ ...erasure, userId: 0 })],
    ['a time without its microseconds', JSON.stringify({ ...erasure, erasedAt: '2026-11-20T10:00:00Z' })],
    ['an invalid time', JSON.stringify({ ...erasure, erasedAt: '2026-13-20T10:00:00.000000Z' })],
  ])('returns the number of a line that has %s', (_what, line) => {
    expect(readErasures(`${JSON.stringify(erasure)}\n${line}\n`)).toEqual({ erasures: [erasure], wrongLines: [2] })
  })
})
