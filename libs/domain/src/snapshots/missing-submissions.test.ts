import { describe, expect, it } from 'vitest'
import { planMissing } from './missing-submissions.ts'

const missing = (exerciseId: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ exerciseId, submissionId: exerciseId * 1_000 + index }))

describe('planMissing', () => {
  it('asks for fifty, of whatever exercises', () => {
    const fifty = [...missing(1, 20), ...missing(2, 30)]
    expect(planMissing(fifty)).toEqual({ asked: fifty, warnings: [] })
  })

  it('asks for none of fifty-one, and warns of each of their exercises once', () => {
    expect(planMissing([...missing(1, 20), ...missing(2, 31)])).toEqual({
      asked: [],
      warnings: [
        { code: 'submissions_missing', exerciseId: 1 },
        { code: 'submissions_missing', exerciseId: 2 },
      ],
    })
  })
})
