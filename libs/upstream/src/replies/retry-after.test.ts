import { describe, expect, it } from 'vitest'
import { retryAfterSeconds } from './retry-after.ts'

const now = Date.UTC(2026, 10, 20, 12, 0, 0)

describe('retryAfterSeconds', () => {
  it.each([
    ['7', 7],
    ['0', 1],
    ['60', 60],
    ['61', 60],
    ['999999999', 60],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 1],
    ['Sat, 21 Nov 2026 12:00:00 GMT', 60],
  ])('reads %s as %i', (header, seconds) => expect(retryAfterSeconds(header, now)).toBe(seconds))

  it.each([undefined, '', '-1', '1.5', 'soon', '1e1', '9'.repeat(400), 'Fri, 99 Nov 2026 12:00:00 GMT', ['3', '4']])(
    'returns undefined for %j',
    (header) => expect(retryAfterSeconds(header, now)).toBeUndefined(),
  )

  it('rounds a part of a second up', () => {
    expect(retryAfterSeconds('Fri, 20 Nov 2026 12:00:30 GMT', now + 500)).toBe(30)
  })
})
