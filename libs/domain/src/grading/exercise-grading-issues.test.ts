import { describe, expect, it } from 'vitest'
import { exerciseGradingIssues, type GradingTimes } from './exercise-grading-issues.ts'

const pathsOf = (change: Partial<GradingTimes>): string[] =>
  exerciseGradingIssues({ release: 'manual', releaseAt: null, dueAt: null, ...change }).map(({ path }) => path)

describe('exerciseGradingIssues', () => {
  it('accepts a release time only with a manual release', () => {
    const releaseAt = '2026-12-01T10:00:00+02:00'
    expect([
      pathsOf({ releaseAt }),
      pathsOf({ release: 'immediate' }),
      pathsOf({ release: 'immediate', releaseAt }),
    ]).toEqual([[], [], ['$.releaseAt']])
  })

  it.each(['1969-12-31T23:59:59Z', '9999-12-31T23:59:59-01:00', '2016-12-31T23:59:60Z', '0000-01-01T00:00:00Z'])(
    'finds a time that cannot be stored: %s',
    (time) => {
      expect(pathsOf({ releaseAt: time, dueAt: time })).toEqual(['$.releaseAt', '$.dueAt'])
    },
  )

  it('takes the first and the last time that can be', () => {
    expect(pathsOf({ releaseAt: '1970-01-01T00:00:00Z', dueAt: '9999-12-31T23:59:59.999Z' })).toEqual([])
  })
})
