import { createMetrics } from '@course-grading/http-kit'
import { expect, it } from 'vitest'
import { createWorkCounter, watchQueues } from './work-metrics.ts'

it('each number of the queues and of finished work is in its own metric', async () => {
  const metrics = createMetrics()
  const count = createWorkCounter(metrics)
  for (const work of ['claimed', 'claimed', 'completed'] as const) count(work)
  watchQueues(metrics, () => ({ waiting: 3, held: 4, lapsed: 5, oldestWaitingS: 6, overdueS: 7 }))
  const numbers = (await metrics.metrics()).match(/^(?:claims|assessment_completions|queue)_\w+ \d+$/gm)
  expect(numbers?.toSorted()).toEqual([
    'assessment_completions_total 1',
    'claims_total 2',
    'queue_claims_lapsed 5',
    'queue_claims_open 4',
    'queue_oldest_waiting_seconds 6',
    'queue_overdue_seconds 7',
    'queue_waiting 3',
  ])
})
