import { createMetrics } from '@course-grading/http-kit'
import { describe, expect, it } from 'vitest'
import { watchDurability } from './delivery-metrics.ts'

describe('watchDurability', () => {
  it.each([
    ['can lose what it commits', false, 1],
    ['keeps what it commits', true, 0],
  ])('shows whether the database server %s', async (_what, isTrusted, value) => {
    const metrics = createMetrics()
    watchDurability(metrics, () => isTrusted)
    expect(await metrics.metrics()).toMatch(new RegExp(`^delivery_database_lossy ${value}$`, 'm'))
  })
})
