import Type from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { read, write } from '../db/row.ts'

export interface RefreshLease {
  readonly courseId: number
  /** It is made for this one refresh, so that no other can release its lease or write under it. */
  readonly holder: string
}

const takeRefreshLeaseRow = Type.Object({ taken: Type.Boolean() })
const lockRosterRow = Type.Object({ courseId: Type.Integer() })
const lockRefreshLeaseRow = Type.Object({ leasedAt: Type.String() })

/** Of all processes, one has the lease until it is released or `leaseS` have passed, which should outlast the refresh's deadline. */
export async function takeRefreshLease(db: Db, lease: RefreshLease & { readonly leaseS: number }): Promise<boolean> {
  const row = await db.maybeOne(write('takeRefreshLease', takeRefreshLeaseRow)`
    INSERT INTO course_snapshot_refresh (course_id, holder, leased_at, leased_until)
    SELECT ${lease.courseId}::bigint, ${lease.holder}::uuid, clock.now, clock.now + make_interval(secs => ${lease.leaseS}::integer)
    FROM clock_timestamp() AS clock (now)
    -- Read first: the row is locked while its holder writes, and nobody should wait for that lock only to get nothing.
    WHERE NOT EXISTS (
      SELECT FROM course_snapshot_refresh
      WHERE course_snapshot_refresh.course_id = ${lease.courseId}::bigint
        AND course_snapshot_refresh.leased_until > clock.now
    )
    ON CONFLICT (course_id) DO UPDATE
    SET holder = EXCLUDED.holder, leased_at = EXCLUDED.leased_at, leased_until = EXCLUDED.leased_until
    WHERE course_snapshot_refresh.leased_until IS NULL OR course_snapshot_refresh.leased_until <= EXCLUDED.leased_at
    RETURNING TRUE AS taken
  `)
  return row !== null
}

/** Does nothing if another process has the lease by now. */
export async function releaseRefreshLease(db: Db, lease: RefreshLease): Promise<void> {
  await db.query(write('releaseRefreshLease')`
    UPDATE course_snapshot_refresh
    SET holder = NULL, leased_at = NULL, leased_until = NULL
    WHERE course_snapshot_refresh.course_id = ${lease.courseId}::bigint
      AND course_snapshot_refresh.holder = ${lease.holder}::uuid
  `)
}

/** Null if the lease is no longer held. While `tx` is open nobody can take it over. */
export async function lockRefreshLease(tx: Tx, lease: RefreshLease): Promise<string | null> {
  const row = await tx.maybeOne(read('lockRefreshLease', lockRefreshLeaseRow)`
    SELECT course_snapshot_refresh.leased_at
    FROM course_snapshot_refresh
    WHERE course_snapshot_refresh.course_id = ${lease.courseId}::bigint
      AND course_snapshot_refresh.holder = ${lease.holder}::uuid
      AND course_snapshot_refresh.leased_until > clock_timestamp()
    FOR UPDATE
  `)
  return row?.leasedAt ?? null
}

/** Keeps refreshes from writing while `tx` is open, whoever has the lease. */
export async function lockRoster(tx: Tx, courseId: number): Promise<void> {
  await tx.any(read('lockRoster', lockRosterRow)`
    SELECT course_snapshot_refresh.course_id
    FROM course_snapshot_refresh
    WHERE course_snapshot_refresh.course_id = ${courseId}::bigint
    FOR UPDATE
  `)
}
