import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ChangedStanding,
  type Database,
  findSnapshotHead,
  type RefreshLease,
  releaseRefreshLease,
  replaceSnapshot,
  type SnapshotHead,
  takeRefreshLease,
  withSerializationRetry,
} from '@course-grading/data'
import { DomainError, type SnapshotChanges } from '@course-grading/domain'
import type { Upstream } from '@course-grading/upstream'
import { compareStandings } from './compare-standings.ts'
import { readCourse, type ReadCourse } from './read-course.ts'

/** A refresh ends by then; its lease outlasts it. */
export const refreshLimitMs = 120_000
const leaseS = 125
/** Those who wait for another's refresh look whether it is there, less and less often: there may be a crowd of them. */
const pauseMs = (waitedMs: number): number => Math.min(2_000, Math.max(200, waitedMs / 5))

/** `upstreamCall.signal` ends the refresh; it must fire within `refreshLimitMs`. */
export interface RefreshCourseSnapshot extends ReadCourse {
  /**
   * Whether a reading that was under way before is as good: for whoever wants any snapshot, not for whoever has just
   * changed something on the learning platform and asks for it to be read.
   */
  readonly takesReadingUnderWay: boolean
  readonly upstreamCall: ReadCourse['upstreamCall'] & { readonly signal: AbortSignal }
}

export interface RefreshDeps {
  readonly database: Database
  readonly upstream: Upstream
  /** Is told of each delivered grade that the reading shows to stand no more. */
  readonly onStandingChanged: (delivery: ChangedStanding & { readonly courseId: number }) => void
}

/**
 * Reads a course anew and makes that its snapshot; answers what changed. One at a time a course, on whatever replica: who
 * comes meanwhile waits, and shares the next reading that shows enough (or the one under way, see there) with all who wait.
 * The learning platform is asked outside any transaction. Throws the upstream errors; `upstream_unavailable` too when the
 * time is over; `forbidden` when the role that `seenBy` names was lost.
 */
export async function refreshCourseSnapshot(
  deps: RefreshDeps,
  request: RefreshCourseSnapshot,
): Promise<SnapshotChanges> {
  const { courseId } = request.settings
  const { signal } = request.upstreamCall
  const lease = { courseId, holder: randomUUID() }
  const before = await findSnapshotHead(deps.database, courseId)
  // The next revision may come of a reading that began before; the one after it cannot.
  const enough = (before?.revision ?? 0) + (request.takesReadingUnderWay ? 1 : 2)
  // A teacher who asks for what was just changed may mean what an assistant is not shown, and a reading by one keeps as it was.
  const shows = ({ seenBy }: SnapshotHead): boolean =>
    request.takesReadingUnderWay || request.seenBy === 'assistant' || seenBy === 'teacher'
  const newer = async (): Promise<SnapshotChanges | null> => {
    const head = await findSnapshotHead(deps.database, courseId)
    return head !== null && head.revision >= enough && shows(head) ? head.changes : null
  }
  const since = performance.now()
  while (!(await takeRefreshLease(deps.database, { ...lease, leaseS }))) {
    const changes = await newer()
    if (changes !== null) return changes
    await sleep(pauseMs(performance.now() - since), undefined, { signal }).catch(tooLate)
  }
  try {
    // Whoever held the lease until just now may have done it.
    const changes = await newer()
    if (changes !== null) return changes
    const reading = await readCourse(deps.upstream, request)
    const replaced = await withSerializationRetry(() =>
      deps.database.transaction((tx) => replaceSnapshot(tx, lease, reading)),
    )
    if (replaced.outcome !== 'replaced') return tooLate()
    const changed = await compareStandings(deps.database, {
      courseId,
      readAt: replaced.changes.takenAt,
      submissions: reading.submissions,
    })
    for (const delivery of changed) deps.onStandingChanged({ courseId, ...delivery })
    return replaced.changes
  } finally {
    await releaseLease(deps.database, lease)
  }
}

/** Whatever becomes of it, what was written stands, and what failed before is told. A lease that stays runs out by itself. */
async function releaseLease(database: Database, lease: RefreshLease): Promise<void> {
  const release = (): Promise<void> => releaseRefreshLease(database, lease)
  await release()
    .catch(release)
    .catch(() => {})
}

function tooLate(): never {
  throw new DomainError('upstream_unavailable')
}
