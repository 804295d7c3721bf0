import { fromHundredths, toHundredths } from './hundredths.ts'
import type { Criterion } from './rubric-document.ts'

export function mostPoints(criterion: Criterion): number {
  if (criterion.kind === 'points') return criterion.max
  if (criterion.kind === 'levels') return Math.max(...criterion.levels.map(({ points }) => points))
  const earned = criterion.checks
    .map(({ points, maxTimes }) => (toHundredths(points) ?? 0n) * BigInt(maxTimes))
    .filter((hundredths) => hundredths > 0n)
    .toSorted((a, b) => (a < b ? 1 : -1))
    .slice(0, criterion.maxChecks ?? criterion.checks.length)
  return fromHundredths(earned.reduce((sum, hundredths) => sum + hundredths, 0n))
}
