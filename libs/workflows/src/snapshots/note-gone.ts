import type { Database } from '@course-grading/data/db/database'
import type { ChangedStanding } from '@course-grading/data/delivery/standing-queries'
import { listFound, listMissing } from '@course-grading/data/snapshots/list-missing'
import { markGone, unmarkGone } from '@course-grading/data/snapshots/mark-gone'
import { type MissingSubmission, planMissing } from '@course-grading/domain/snapshots/missing-submissions'
import { fetchSubmission, type Upstream, type UpstreamCall, UpstreamError } from '@course-grading/upstream'
import pMap from 'p-map'
import { batchesOf } from './batches-of.ts'

interface ReadLists {
  readonly courseId: number
  /** The exercises whose submissions the snapshot has from this reading. */
  readonly exerciseIds: readonly number[]
  readonly readAt: string
  /** Time limit of all calls together; tests make it small. */
  readonly limitMs?: number
}

const callsAtOnce = 4
/** Whoever waits for the snapshot waits for these calls, too. */
const callsLimitMs = 30_000

/** Marks as gone what lists and platform both lack, and unmarks what lists have. Returns the delivered grades that therefore no longer stand. */
export async function noteGone(
  { database, upstream }: { readonly database: Database; readonly upstream: Upstream },
  lists: ReadLists,
  call: UpstreamCall & { readonly signal: AbortSignal },
): Promise<readonly ChangedStanding[]> {
  const { courseId, readAt } = lists
  for (const batch of batchesOf(await listFound(database, lists)))
    await database.transaction((tx) => unmarkGone(tx, { courseId, readAt, ...batch }))
  const { asked } = planMissing(await listMissing(database, lists))
  const timely = { ...call, signal: AbortSignal.any([call.signal, AbortSignal.timeout(lists.limitMs ?? callsLimitMs)]) }
  const isGone = await pMap(asked, ({ submissionId }) => isMissing(upstream, timely, submissionId), {
    concurrency: callsAtOnce,
  })
  const gone: readonly MissingSubmission[] = asked.filter((_, index) => isGone[index])
  const changed: ChangedStanding[] = []
  for (const batch of batchesOf(gone))
    changed.push(...(await database.transaction((tx) => markGone(tx, { courseId, readAt, ...batch }))).changed)
  return changed
}

/** False unless the platform says that the submission is missing: the next refresh asks again. */
async function isMissing(upstream: Upstream, call: UpstreamCall, submissionId: number): Promise<boolean> {
  try {
    await fetchSubmission(upstream, call, submissionId)
    return false
  } catch (error) {
    // A refused token ends the session, as in any other call.
    if (!(error instanceof UpstreamError) || error.code === 'upstream_refused') throw error
    return error.status === 404
  }
}
