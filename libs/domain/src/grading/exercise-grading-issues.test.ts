import { describe, expect, it } from 'vitest'
import { exerciseGradingIssues } from './exercise-grading-issues.ts'

type GradingTimes = Parameters<typeof exerciseGradingIssues>[0]

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
