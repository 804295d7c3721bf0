import { describe, expect, it } from 'vitest'
import { exerciseGradingIssues, type GradingTimes } from './exercise-grading-issues.ts'

const pathsOf = (change: Partial<GradingTimes>): string[] =>
  exerciseGradingIssues({ release: 'manual', releaseAt: null, ...change }).map(({ path }) => path)

describe('exerciseGradingIssues', () => {
  it('accepts a release time only with a manual release', () => {
    const releaseAt = '2026-12-01T10:00:00+02:00'
    expect([
      pathsOf({ releaseAt }),
      pathsOf({ release: 'immediate' }),
      pathsOf({ release: 'immediate', releaseAt }),
    ]).toEqual([[], [], ['$.releaseAt']])
  })
})
