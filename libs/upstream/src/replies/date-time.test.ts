import { describe, expect, it } from 'vitest'
import { UpstreamError } from '../call/upstream-error.ts'
import { utcTime } from './date-time.ts'

describe('utcTime', () => {
  it('returns UTC with milliseconds', () => {
    expect(utcTime('2026-11-20T16:05:47.799437+02:00')).toBe('2026-11-20T14:05:47.799Z')
  })

  it.each(['9999-12-31T23:59:59-01:00', '0001-01-01T00:00:00+01:00', '2016-12-31T23:59:60Z'])(
    'takes %s, which the database cannot hold, for a fault of the platform',
    (time) => {
      expect(() => utcTime(time)).toThrow(UpstreamError)
    },
  )
})
