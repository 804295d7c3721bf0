import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Database } from '@course-grading/data/db/database'
import { releaseTimerLease, takeTimerLease } from '@course-grading/data/retention/timer-lease-queries'
import { errorFacts, type Logger } from '@course-grading/http-kit'

interface JobOptions {
  /** Name in the log and in `timer_lease`: a-z and _. */
  readonly name: string
  /** Milliseconds from the end of a run, or of an attempt to get the lease, to the next one. */
  readonly everyMs: number
  /** Must end soon after the signal, at any point of the work. */
  readonly run: (signal: AbortSignal) => Promise<void>
  /** Without this every replica runs the job. */
  readonly oneReplica?: OneReplica
  readonly stopping: AbortSignal
  readonly logger: Logger
}

export interface OneReplica {
  readonly database: Database
  /** Max seconds of a run. If the process is killed or the run fails, another replica takes over once this time has passed. */
  readonly leaseS: number
  /** Least seconds from the end of a completed run to the next run. */
  readonly intervalS: number
}

export interface Job {
  /** Resolves when the job has been stopped and its last run has ended. */
  readonly ended: Promise<void>
}

/** Runs the job now, and again `everyMs` after the end of each run, also of one that failed. */
export function startJob({ name, everyMs, run, oneReplica, stopping, logger }: JobOptions): Job {
  const runOnce = oneReplica === undefined ? () => run(stopping) : underLease({ ...oneReplica, name, run, stopping })
  const repeat = async (): Promise<void> => {
    while (!stopping.aborted) {
      await runOnce().catch((error: unknown) => logger.warn('job failed', { job: name, ...errorFacts(error) }))
      // The pause ends early, by a rejection, when the job is stopped.
      await setTimeout(everyMs, undefined, { signal: stopping }).catch(() => {})
    }
  }
  return { ended: repeat() }
}

/** Stops the run before another replica can get its lease. */
function underLease({
  name,
  run,
  database,
  leaseS,
  intervalS,
  stopping,
}: OneReplica & Pick<JobOptions, 'name' | 'run' | 'stopping'>): () => Promise<void> {
  const holder = randomUUID()
  return async () => {
    // The lease begins in the database later than this moment, so the process's own limit ends before the lease.
    const askedAt = performance.now()
    if (!(await takeTimerLease(database, { name, holder, leaseS, intervalS }))) return
    const leftMs = leaseS * 1000 - (performance.now() - askedAt)
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(Math.max(0, Math.floor(leftMs)))])
    await run(signal)
    await releaseTimerLease(database, { name, holder, completed: !signal.aborted })
  }
}
