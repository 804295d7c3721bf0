import { describe, expect, it } from 'vitest'
import { dosTime } from './dos-time.ts'

function readDosTime({ date, time }: ReturnType<typeof dosTime>): string {
  const day = [(date >> 9) + 1980, (date >> 5) & 15, date & 31]
  return [...day, time >> 11, (time >> 5) & 63, (time & 31) * 2].join(' ')
}

describe('dosTime', () => {
  it.each([
    ['2026-03-04T05:06:08Z', '2026 3 4 5 6 8'],
    ['2026-03-04T05:06:09.999Z', '2026 3 4 5 6 8'],
    ['2026-01-01T01:30:00+02:00', '2025 12 31 23 30 0'],
    ['1970-01-01T00:00:00Z', '1980 1 1 0 0 0'],
    ['9999-12-31T23:59:59Z', '2107 12 31 23 59 58'],
    ['yesterday', '1980 1 1 0 0 0'],
  ])('encodes %s as %s', (given, read) => {
    expect(readDosTime(dosTime(given))).toBe(read)
  })
})
