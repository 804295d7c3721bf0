import type { Metrics } from '@course-grading/http-kit'
import type { QueueGauges } from '@course-grading/data'

/** The steps of graders that are counted. */
export type Work = 'claimed' | 'completed'

/** Counts claims and completions of this process. */
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
  const gauges: readonly (readonly [name: string, help: string, value: keyof QueueGauges])[] = [
    ['queue_waiting', 'Submissions that wait and that nobody holds', 'waiting'],
    ['queue_claims_open', 'Submissions that somebody holds', 'held'],
    ['queue_claims_lapsed', 'Drafts that wait again since their claim ended', 'lapsed'],
    [
      'queue_oldest_waiting_seconds',
      'Since the oldest submission that waits was registered; 0 for none',
      'oldestWaitingS',
    ],
    [
      'queue_overdue_seconds',
      'Since the time by which an exercise with waiting work was to be graded; 0 for none',
      'overdueS',
    ],
  ]
  for (const [name, help, value] of gauges) metrics.gauge({ name, help }, () => numbers()[value])
}
