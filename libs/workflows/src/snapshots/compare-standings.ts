import type { Database } from '@course-grading/data/db/database'
import {
  type ChangedStanding,
  listStandings,
  recordChangedStandings,
} from '@course-grading/data/delivery/standing-queries'
import { recordListedGrades } from '@course-grading/data/delivery/unverified-sends'
import { withSerializationRetry } from '@course-grading/data/db/serialization-retry'
import { standingByList } from '@course-grading/domain/delivery/compare-standing'
import { readUpstreamStatus } from '@course-grading/domain/delivery/submission-detail'
import type { SnapshotReading } from '@course-grading/domain/snapshots/snapshot-reading'

/** The delivered grades that no longer stand; of unseen ones records the reading. Not of those delivered since `readAt`, its beginning, or absent from it. */
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
  const listed = known.flatMap(({ deliveryId, submissionId, first }) => {
    const head = heads.get(submissionId)
    return head === undefined ? [] : [{ deliveryId, first, head }]
  })
  const unseen = listed.flatMap(({ deliveryId, first, head }) => {
    const status = readUpstreamStatus(head.status)
    return first !== null || status === undefined ? [] : [{ deliveryId, status, grade: head.grade }]
  })
  if (unseen.length > 0) await withSerializationRetry(() => recordListedGrades(database, readAt, unseen))
  const changed = listed.filter(({ first, head }) => first !== null && standingByList(first, head) === 'changed')
  if (changed.length === 0) return []
  return await withSerializationRetry(() =>
    recordChangedStandings(
      database,
      changed.map(({ deliveryId }) => deliveryId),
    ),
  )
}
