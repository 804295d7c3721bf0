import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTime, utcWithin } from './keywords.ts'

describe('readTime', () => {
  it('reads exactly the times that a calendar has, with finer fractions than milliseconds cut off', () => {
    fc.assert(
      fc.property(parts, ({ year, month, day, hour, minute, second, fraction, sign, zoneHours, zoneMinutes }) => {
        const text =
          `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}` +
          `${fraction === null ? '' : `.${fraction}`}${sign === 1 ? '+' : '-'}${two(zoneHours)}:${two(zoneMinutes)}`
        const isDate = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
        const isTime = hour < 24 && minute < 60 && second < 60 && zoneHours < 24 && zoneMinutes < 60
        const time = new Date(0)
        time.setUTCFullYear(year, month - 1, day)
        time.setUTCHours(
          hour,
          minute - sign * (zoneHours * 60 + zoneMinutes),
          second,
          Number(`${fraction ?? ''}000`.slice(0, 3)),
        )
        expect(utcOf(text)).toBe(isDate && isTime ? time.toISOString() : null)
      }),
      { numRuns: 3_000 },
    )
  })

  it.each([
    ['2026-11-20T16:05:47.799437+02:00', '2026-11-20T14:05:47.799Z'],
    ['2026-12-31T23:59:59.9999Z', '2026-12-31T23:59:59.999Z'],
    ['1969-12-31T23:59:59.9999Z', '1969-12-31T23:59:59.999Z'],
    ['2026-06-01T00:00:00-00:00', '2026-06-01T00:00:00.000Z'],
    ['2026-06-01T00:00:00+23:59', '2026-05-31T00:01:00.000Z'],
    ['2026-06-01T00:00:00+16:00', '2026-05-31T08:00:00.000Z'],
  ])('reads %s', (text, utc) => {
    expect(utcOf(text)).toBe(utc)
  })

  it.each([
    ...[...' \t\u00a0\ufeff\u3000_t'].map((between) => `2026-06-01${between}00:00:00Z`),
    ...['', 'z', '+0000', '+00', '+1:00', '+24:00', '+00:60', '\u221202:00', ' +02:00', ' Z', 'Z\n', '[UTC]'].map(
      (zone) => `2026-06-01T00:00:00${zone}`,
    ),
    '2026-06-01T00:00:00,5Z',
    '2026-06-01T00:00:00.Z',
    '2026-06-01T00:00Z',
    '2026-06-01',
    '2026-6-1T00:00:00Z',
    '+002026-06-01T00:00:00Z',
    '\u0662\u0660\u0662\u0666-06-01T00:00:00Z',
    '',
  ])('takes %j for no time', (text) => {
    expect(readTime(text)).toBeNull()
  })
})

describe('utcWithin', () => {
  it.each([
    ['1970-01-01T00:00:00.000Z', true],
    ['1970-01-01T00:59:59.999+01:00', false],
    ['9999-12-31T23:59:59.999Z', true],
    ['9999-12-31T23:59:59.999-00:01', false],
    ['0000-01-01T00:00:00+23:59', false],
  ])('decides about %s by its year in UTC', (text, isWithin) => {
    expect(utcWithin([1970, 9999], readTime(text)!) !== null).toBe(isWithin)
  })
})

const utcOf = (text: string): string | null => {
  const timeMs = readTime(text)
  return timeMs === null ? null : utcWithin([0, 9999], timeMs)
}
const two = (value: number): string => String(value).padStart(2, '0')
const daysIn = (year: number, month: number): number =>
  month === 2
    ? year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0)
      ? 29
      : 28
    : [4, 6, 9, 11].includes(month)
      ? 30
      : 31

/** The parts of a time, each of them around the edges of what it may be. */
const parts = fc.record({
  year: fc.oneof(fc.constantFrom(1900, 2000, 2024, 2026), fc.integer({ min: 1, max: 9998 })),
  month: fc.integer({ min: 0, max: 13 }),
  day: fc.integer({ min: 0, max: 32 }),
  hour: fc.integer({ min: 0, max: 25 }),
  minute: fc.integer({ min: 58, max: 61 }),
  second: fc.integer({ min: 58, max: 61 }),
  fraction: fc.option(fc.stringMatching(/^\d{1,12}$/), { nil: null }),
  sign: fc.constantFrom(1, -1),
  zoneHours: fc.integer({ min: 0, max: 25 }),
  zoneMinutes: fc.constantFrom(0, 1, 30, 59, 60, 99),
})
