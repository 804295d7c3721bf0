import type { Database } from '@course-grading/data/db/database'
import { followHeads, listChangedByHeads, type SnapshotOfCourse } from '@course-grading/data/snapshots/follow-heads'
import type { RefreshLease } from '@course-grading/data/snapshots/refresh-lease-queries'
import { batchesOf } from './batches-of.ts'

/** Changes registered submissions as the new snapshot shows them. Stops if there is a newer snapshot, which is followed itself. */
export async function followSnapshot(
  database: Database,
  { exerciseIds, ...snapshot }: SnapshotOfCourse & RefreshLease & { readonly exerciseIds: readonly number[] },
): Promise<void> {
  for (const batch of batchesOf(await listChangedByHeads(database, { ...snapshot, exerciseIds })))
    await database.transaction((tx) => followHeads(tx, { ...snapshot, ...batch }))
}
