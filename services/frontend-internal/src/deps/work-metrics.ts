import { type Metrics, watchValue } from '@course-grading/http-kit'
import { Counter } from 'prom-client'
import type { QueueGauges } from '@course-grading/data/claims/queue-gauges'

export type Work = 'claimed' | 'completed'

export function createWorkCounter(metrics: Metrics): (work: Work) => void {
  const counters = {
    claimed: new Counter({
      name: 'claims_total',
      help: 'Submissions that graders claimed',
      registers: [metrics],
    }),
    completed: new Counter({
      name: 'assessment_completions_total',
      help: 'Assessments that graders completed',
      registers: [metrics],
    }),
  }
  return (work) => counters[work].inc()
}

export function watchQueues(metrics: Metrics, numbers: () => QueueGauges): void {
  watchValue(
    metrics,
    { name: 'queue_waiting', help: 'Submissions that wait and that nobody holds' },
    () => numbers().waiting,
  )
  watchValue(metrics, { name: 'queue_claims_open', help: 'Submissions that somebody holds' }, () => numbers().held)
  watchValue(
    metrics,
    { name: 'queue_claims_lapsed', help: 'Drafts that wait again since their claim ended' },
    () => numbers().lapsed,
  )
  watchValue(
    metrics,
    {
      name: 'queue_oldest_waiting_seconds',
      help: 'Since the oldest submission that waits was registered; 0 for none',
    },
    () => numbers().oldestWaitingS,
  )
  watchValue(
    metrics,
    {
      name: 'queue_overdue_seconds',
      help: 'Since the time by which an exercise with waiting work was to be graded; 0 for none',
    },
    () => numbers().overdueS,
  )
}
