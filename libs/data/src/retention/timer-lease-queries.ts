import Type from 'typebox'
import type { Db } from '../db.ts'
import { statement } from '../row.ts'

export interface TimerLease {
  /** Of the timer: a-z and _. */
  readonly name: string
  /** A UUID of the process that asks. */
  readonly holder: string
  /** For how long nobody else may begin, even if this process dies over the work. */
  readonly leaseS: number
  /** Least time between two beginnings. */
  readonly notMoreOftenThanS: number
}

const take = statement('takeTimerLease', Type.Object({ taken: Type.Boolean() }))

/** Whether the timer's work is this process's now: true for one of any number of processes. By the database's clock. */
export async function takeTimerLease(db: Db, lease: TimerLease): Promise<boolean> {
  const row = await db.maybeOne(take`
    INSERT INTO timer_lease (name, holder, leased_until, last_run_at)
    SELECT ${lease.name}, ${lease.holder}::uuid, statement_timestamp() + make_interval(secs => ${lease.leaseS}::integer),
      statement_timestamp()
    ON CONFLICT (name) DO UPDATE
    SET holder = EXCLUDED.holder, leased_until = EXCLUDED.leased_until, last_run_at = EXCLUDED.last_run_at
    WHERE timer_lease.leased_until <= EXCLUDED.last_run_at
      AND timer_lease.last_run_at <= EXCLUDED.last_run_at - make_interval(secs => ${lease.notMoreOftenThanS}::integer)
    RETURNING TRUE AS taken
  `)
  return row !== null
}
