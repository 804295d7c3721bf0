import type { Database } from '@course-grading/data/database'
import {
  type ChangedStanding,
  listStandings,
  recordChangedStandings,
} from '@course-grading/data/delivery/standing-queries'
import { withSerializationRetry } from '@course-grading/data/serialization-retry'
import { standingByList } from '@course-grading/domain/delivery/compare-standing'
import type { SnapshotReading } from '@course-grading/domain/snapshots/snapshot-reading'

/** Returns those that no longer stand. Not compared: delivered since `readAt`, when the reading began, or not shown by it. */
export async function compareStandings(
  database: Database,
  {
    courseId,
    readAt,
    submissions,
  }: { readonly courseId: number; readonly readAt: string; readonly submissions: SnapshotReading['submissions'] },
): Promise<readonly ChangedStanding[]> {
  const exerciseIds = submissions.map(({ exerciseId }) => exerciseId)
  const known = await listStandings(database, { courseId, exerciseIds, readAt })
  if (known.length === 0) return []
  const heads = new Map(
    submissions.flatMap((exercise) => (exercise.heads ?? []).map((head) => [head.submissionId, head] as const)),
  )
  const changed = known.filter(({ submissionId, first }) => {
    const head = heads.get(submissionId)
    return head !== undefined && standingByList(first, head) === 'changed'
  })
  if (changed.length === 0) return []
  return await withSerializationRetry(() =>
    recordChangedStandings(
      database,
      changed.map(({ deliveryId }) => deliveryId),
    ),
  )
}
