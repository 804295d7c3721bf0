import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { formatInstant, formatOutOf, formatPoints } from './formats.ts'

describe('points', () => {
  it.each([
    ['en', 1_234.5, '1,234.5'],
    ['fi', -0.25, '−0,25'],
    ['sv', 1_234.5, '1\u00a0234,5'],
    ['en', 2 / 3, '0.67'],
  ] as const)('are written as %s writes %d, with two digits after the sign at most', (locale, points, written) => {
    expect(formatPoints(locale, points)).toBe(written)
  })
})

describe('points out of a maximum', () => {
  it('are written also where they are 0, and alone without a maximum', () => {
    expect([formatOutOf('en', 0, 10), formatOutOf('en', 2, null)]).toEqual(['0\u00a0/\u00a010', '2'])
  })
})

describe('times', () => {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-12-31T22:30:00.000Z') }))
  afterAll(() => void vi.useRealTimers())

  it.each([
    ['en', 'Europe/Helsinki', 'minute', 'Nov 2, 2026, 1:30 AM'],
    ['fi', 'America/New_York', 'minute', '1.11.2026 klo 18.30'],
    ['sv', 'Europe/Helsinki', 'minute', '2 nov. 2026 1.30'],
    ['en', 'Europe/Helsinki', 'day', 'Nov 2, 2026'],
    ['fi', 'Asia/Kolkata', 'time of day', '5.00'],
    ['en', 'Not/InThisBrowser', 'time of day', '11:30 PM UTC'],
  ] as const)('are written in %s in the zone %s: %s', (locale, zone, style, written) => {
    expect(formatInstant({ locale, zone }, '2026-11-01T23:30:00.000Z', style).replaceAll(/\s/g, ' ')).toBe(written)
  })

  it.each([
    ['en', 'UTC', 'minute', 'Nov 1, 11:30 PM'],
    ['fi', 'UTC', 'minute', '1.11. klo 23.30'],
    ['sv', 'UTC', 'minute', '1 nov. 23.30'],
    ['en', 'UTC', 'day', 'Nov 1'],
    ['fi', 'UTC', 'day', '1.11.'],
    ['fi', 'Europe/Helsinki', 'day', '2.11.2027'],
  ] as const)('are written in %s without the year that it is in the zone %s: %s', (locale, zone, style, text) => {
    expect(formatInstant({ locale, zone }, '2027-11-01T23:30:00.000Z', style).replaceAll(/\s/g, ' ')).toBe(text)
  })
})
