import type { Database } from '@course-grading/data/database'
import { followHeads, listChangedByHeads, type SnapshotOfCourse } from '@course-grading/data/submissions/follow-heads'

/** How many submissions one transaction locks, of one exercise. */
const maxTogether = 200

/** Registered submissions become as the new snapshot shows them. Stops where a newer snapshot stands, which is followed itself. */
export async function followSnapshot(
  database: Database,
  { exerciseIds, ...snapshot }: SnapshotOfCourse & { readonly exerciseIds: readonly number[] },
): Promise<void> {
  const changed = await listChangedByHeads(database, { ...snapshot, exerciseIds })
  for (const [exerciseId, changes] of Map.groupBy(changed, (change) => change.exerciseId)) {
    for (let from = 0; from < changes.length; from += maxTogether) {
      const submissionIds = changes.slice(from, from + maxTogether).map(({ submissionId }) => submissionId)
      await database.transaction((tx) => followHeads(tx, { ...snapshot, exerciseId, submissionIds }))
    }
  }
}
