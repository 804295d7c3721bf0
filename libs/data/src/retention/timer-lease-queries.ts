import Type from 'typebox'
import type { Db } from '../db/db.ts'
import { write } from '../db/row.ts'

interface TimerLease {
  readonly name: string
  /** UUID of the process, or of the job in it. */
  readonly holder: string
  /** Seconds for which nobody else gets the lease, even if this process is killed. */
  readonly leaseS: number
  readonly intervalS: number
}

const takeTimerLeaseRow = Type.Object({ taken: Type.Boolean() })

/** Of any number of processes one gets the lease, by the database's clock. */
export async function takeTimerLease(db: Db, lease: TimerLease): Promise<boolean> {
  const row = await db.maybeOne(write('takeTimerLease', takeTimerLeaseRow)`
    INSERT INTO timer_lease (name, holder, leased_until, last_run_at)
    SELECT ${lease.name}, ${lease.holder}::uuid, statement_timestamp() + make_interval(secs => ${lease.leaseS}::integer),
      '-infinity'
    ON CONFLICT (name) DO UPDATE
    SET holder = EXCLUDED.holder, leased_until = EXCLUDED.leased_until
    WHERE timer_lease.leased_until <= statement_timestamp()
      AND timer_lease.last_run_at <= statement_timestamp() - make_interval(secs => ${lease.intervalS}::integer)
    RETURNING TRUE AS taken
  `)
  return row !== null
}

interface EndedRun extends Pick<TimerLease, 'name' | 'holder'> {
  /** False if it was stopped before its end: the next run is due at once. */
  readonly completed: boolean
}

/** Ends the holder's lease. Does nothing if another process has the lease by now. */
export async function releaseTimerLease(db: Db, { name, holder, completed }: EndedRun): Promise<void> {
  await db.query(write('releaseTimerLease')`
    UPDATE timer_lease
    SET leased_until = least(timer_lease.leased_until, statement_timestamp()),
      last_run_at = CASE WHEN ${completed} THEN statement_timestamp() ELSE timer_lease.last_run_at END
    WHERE timer_lease.name = ${name} AND timer_lease.holder = ${holder}::uuid
  `)
}
