import { describe, expect, it } from 'vitest'
import { frontendInternal } from './frontend-internal.ts'
import { manualGrading } from './manual-grading.ts'
import type { Operation } from '../operation/operation.ts'
import { publicApi } from './public-api.ts'

const operations = [publicApi, frontendInternal, manualGrading].flatMap((boundary) =>
  Object.entries<Operation>(boundary.operations).map(([name, operation]) => ({
    name: `${name} of ${boundary.name}`,
    ...operation,
  })),
)

describe('the time limits of the contracts', () => {
  it.each(operations)(
    'leave $name time when the learning platform has used up its own',
    ({ timeLimitMs, upstreamLimitMs = 0 }) => {
      expect(upstreamLimitMs).toBeLessThan(timeLimitMs)
    },
  )

  it('lets no reply but a streamed one take more than two minutes', () => {
    const streams = (operation: Operation): boolean =>
      Object.values(operation.replies).some(({ mediaType }) => mediaType !== undefined)
    expect(
      operations.filter((operation) => operation.timeLimitMs > 120_000 && !streams(operation)).map(({ name }) => name),
    ).toEqual([])
    expect(frontendInternal.operations.refreshCourseSnapshot.timeLimitMs).toBe(120_000)
  })
})
