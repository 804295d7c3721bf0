import { PublicApiError } from '@course-grading/public-client'
import { describe, expect, it } from 'vitest'
import { exitCodeOf, exitCodes } from './exit-codes.ts'

describe('exitCodeOf', () => {
  it('finds a status in the table alone, whatever its words say', () => {
    const statuses = [401, 403, 404, 400, 413, 409, 412, 302, 40, 415, 428, 500, null]
    const codes = statuses.map((status) => exitCodeOf(new PublicApiError('x', 'x', status)))
    expect(codes).toEqual([5, 5, 5, 4, 4, 3, 3, 1, 1, 1, 1, 1, 1])
  })

  it('names in its words every status of the table', () => {
    expect(exitCodes.map(({ meaning }) => meaning.match(/\d+/g)?.join() ?? '')).toEqual(
      exitCodes.map(({ statuses }) => statuses.join()),
    )
  })
})
