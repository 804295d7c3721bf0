import { type Metrics, watchValue } from '@course-grading/http-kit'

interface SessionNumbers {
  readonly liveSessions: number
  readonly deletedSessions: number
}

export function watchSessions(metrics: Metrics, numbers: SessionNumbers): void {
  watchValue(
    metrics,
    { name: 'sessions_active', help: 'Live sessions of all replicas, by the last count; counted each minute' },
    () => numbers.liveSessions,
  )
  watchValue(
    metrics,
    { name: 'sessions_deleted', help: 'Expired sessions that this process has deleted' },
    () => numbers.deletedSessions,
  )
}
