import type { Database } from '@course-grading/data/db/database'
import { createLogger, type Logger } from '@course-grading/http-kit'
import type { Job } from '@course-grading/jobs/start-job'
import type { TestService } from '../service.fixture.ts'

/** What each job of the service is given. */
export interface JobGiven {
  readonly database: Database
  readonly logger: Logger
  readonly stopping: AbortSignal
  readonly everyMs: number
}

export interface Jobs {
  readonly start: <Started extends Job>(startJob: (given: JobGiven) => Started) => Promise<Started>
  readonly logged: readonly Record<string, unknown>[]
}

/** Starts jobs, the first as if its last run had been long ago. They run until the test ends. */
export function jobsOf({ deps, sql }: TestService, onCleanup: (end: () => Promise<void>) => void): Jobs {
  const stopping = new AbortController()
  const running: Job[] = []
  const logged: Record<string, unknown>[] = []
  const stream = { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) }
  const logger = createLogger({ service: 'jobs', version: 'test', level: 'debug', stream })
  onCleanup(async () => {
    stopping.abort()
    await Promise.all(running.map(({ ended }) => ended))
  })
  return {
    logged,
    start: async (startJob) => {
      if (running.length === 0) await sql`DELETE FROM timer_lease`
      const job = startJob({ database: deps.database, logger, stopping: stopping.signal, everyMs: 50 })
      running.push(job)
      return job
    },
  }
}
