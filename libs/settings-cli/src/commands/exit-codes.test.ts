import { PublicApiError } from '@course-grading/public-client'
import { describe, expect, it } from 'vitest'
import { exitCodeOf, exitCodes } from './exit-codes.ts'

describe('exitCodeOf', () => {
  it('finds a status in the table alone, whatever its words say', () => {
    const codes = [404, 413, 412, 40, 500, null].map((status) => exitCodeOf(new PublicApiError('x', 'x', status)))
    expect(codes).toEqual([5, 4, 3, 1, 1, 1])
  })

  it('names in its words every status of the table', () => {
    expect(exitCodes.map(({ meaning }) => meaning.match(/\d+/g)?.join() ?? '')).toEqual(
      exitCodes.map(({ statuses }) => statuses.join()),
    )
  })
})
