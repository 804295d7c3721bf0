import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@course-grading/data/db/database'
import type { ChangedStanding } from '@course-grading/data/delivery/standing-queries'
import {
  type RefreshLease,
  releaseRefreshLease,
  takeRefreshLease,
} from '@course-grading/data/snapshots/refresh-lease-queries'
import { replaceSnapshot } from '@course-grading/data/snapshots/replace-snapshot'
import { findSnapshotHead, type SnapshotHead } from '@course-grading/data/snapshots/snapshot-head-queries'
import { listAssessedExercises } from '@course-grading/data/snapshots/withheld-exercises'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { exercisesRead } from '@course-grading/domain/snapshots/people-to-store'
import type { SnapshotChanges } from '@course-grading/domain/snapshots/snapshot-changes'
import type { Upstream } from '@course-grading/upstream'
import { compareStandings } from './compare-standings.ts'
import { followSnapshot } from './follow-snapshot.ts'
import { noteGone } from './note-gone.ts'
import { readCourse, type ReadCourse } from './read-course.ts'

/** The time limit of a refresh; its lease, `leaseS`, lasts longer. */
export const refreshLimitMs = 120_000
const leaseS = 125
/** Milliseconds between the reads of a caller that waits for another's refresh. The pauses grow, since many may wait. */
const pauseMs = (waitedMs: number): number => Math.min(2_000, Math.max(200, waitedMs / 5))

/** `upstreamCall.signal` ends the refresh; it must fire within `refreshLimitMs`. */
interface RefreshCourseSnapshot extends Omit<ReadCourse, 'assessedExercises'> {
  /** Whether a reading that began before this call is enough: not for whoever wants to see what they just changed upstream. */
  readonly joinsReadingInProgress: boolean
  readonly upstreamCall: ReadCourse['upstreamCall'] & { readonly signal: AbortSignal }
}

export interface RefreshDeps {
  readonly database: Database
  readonly upstream: Upstream
  /** Called with each delivered grade that, by the reading, no longer stands. */
  readonly onStandingChanged: (delivery: ChangedStanding & { readonly courseId: number }) => void
}

/**
 * One refresh of a course at a time in all replicas; a caller that comes meanwhile shares the next reading that shows enough
 * (`joinsReadingInProgress`). Throws upstream errors, `upstream_unavailable` also after the time limit, and `forbidden` if the role that
 * `seenBy` names was lost.
 */
export async function refreshCourseSnapshot(
  deps: RefreshDeps,
  request: RefreshCourseSnapshot,
): Promise<SnapshotChanges> {
  const { courseId } = request.settings
  const { signal } = request.upstreamCall
  const lease = { courseId, holder: randomUUID() }
  const before = await findSnapshotHead(deps.database, courseId)
  // The next revision may come from a reading that began before this call; the one after it cannot.
  const enough = (before?.revision ?? 0) + (request.joinsReadingInProgress ? 1 : 2)
  // A teacher may have changed what assistants are not shown, and a reading with an assistant's token leaves that as it was.
  const shows = ({ seenBy }: SnapshotHead): boolean =>
    request.joinsReadingInProgress || request.seenBy === 'assistant' || seenBy === 'teacher'
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
    // The refresh that held the lease until just now may have written what is needed.
    const changes = await newer()
    if (changes !== null) return changes
    const assessedExercises = await listAssessedExercises(deps.database, courseId)
    const reading = await readCourse(deps.upstream, { ...request, assessedExercises })
    const replaced = await deps.database.transaction((tx) => replaceSnapshot(tx, lease, reading))
    const { revision, takenAt: readAt } = replaced
    const exerciseIds = exercisesRead(reading)
    await followSnapshot(deps.database, { ...lease, revision, exerciseIds, rosterIsSteady: reading.rosterIsSteady })
    const { submissions } = reading
    const changed = await compareStandings(deps.database, { courseId, readAt, submissions })
    const gone = await noteGone(deps, { courseId, exerciseIds, readAt }, request.upstreamCall)
    for (const delivery of [...changed, ...gone]) deps.onStandingChanged({ courseId, ...delivery })
    return replaced
  } finally {
    await releaseLease(deps.database, lease)
  }
}

/** A failure here changes nothing: a lease that is not released expires. */
async function releaseLease(database: Database, lease: RefreshLease): Promise<void> {
  const release = (): Promise<void> => releaseRefreshLease(database, lease)
  await release()
    .catch(release)
    .catch(() => {})
}

function tooLate(): never {
  throw new DomainError('upstream_unavailable')
}
