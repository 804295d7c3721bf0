import type { Metrics } from '@course-grading/http-kit'
import type { QueueGauges } from '@course-grading/data/claims/queue-gauges'

export type Work = 'claimed' | 'completed'

export function createWorkCounter(metrics: Metrics): (work: Work) => void {
  const claims = metrics
    .counter({ name: 'claims_total', help: 'Submissions that graders claimed', labels: [] })
    .cell({})
  const completions = metrics
    .counter({ name: 'assessment_completions_total', help: 'Assessments that graders completed', labels: [] })
    .cell({})
  const cells = { claimed: claims, completed: completions }
  return (work) => cells[work].add()
}

/** Numbers of the queues of all courses, at most a minute old. */
export function watchQueues(metrics: Metrics, numbers: () => QueueGauges): void {
  metrics.gauge({ name: 'queue_waiting', help: 'Submissions that wait and that nobody holds' }, () => numbers().waiting)
  metrics.gauge({ name: 'queue_claims_open', help: 'Submissions that somebody holds' }, () => numbers().held)
  metrics.gauge(
    { name: 'queue_claims_lapsed', help: 'Drafts that wait again since their claim ended' },
    () => numbers().lapsed,
  )
  metrics.gauge(
    {
      name: 'queue_oldest_waiting_seconds',
      help: 'Since the oldest submission that waits was registered; 0 for none',
    },
    () => numbers().oldestWaitingS,
  )
  metrics.gauge(
    {
      name: 'queue_overdue_seconds',
      help: 'Since the time by which an exercise with waiting work was to be graded; 0 for none',
    },
    () => numbers().overdueS,
  )
}
