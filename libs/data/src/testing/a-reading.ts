import { randomUUID } from 'node:crypto'
import type { SnapshotChanges } from '@course-grading/domain/snapshots/snapshot-changes'
import type {
  RosterStudent,
  SnapshotModule,
  SnapshotReading,
  SubmissionHead,
} from '@course-grading/domain/snapshots/snapshot-reading'
import type { Database } from '../db/database.ts'
import type { ExerciseOfCourse } from '../db/lock-order.ts'
import { releaseRefreshLease, takeRefreshLease } from '../snapshots/refresh-lease-queries.ts'
import { replaceSnapshot } from '../snapshots/replace-snapshot.ts'
import { followHeads, listChangedByHeads } from '../snapshots/follow-heads.ts'

export function aStudent(userId: number, change: Partial<RosterStudent> = {}): RosterStudent {
  return {
    userId,
    username: `user${userId}`,
    fullName: `Student ${userId}`,
    email: `s${userId}@example.org`,
    studentId: null,
    tagSlugs: [],
    ...change,
  }
}

/** A module with exercises of these ids. */
export function aModule(
  moduleId: number,
  exerciseIds: readonly number[],
  change: Partial<SnapshotModule> = {},
): SnapshotModule {
  const exercises = exerciseIds.map((exerciseId) => ({ exerciseId, name: `Exercise ${exerciseId}`, maxPoints: 10 }))
  return { moduleId, name: `Module ${moduleId}`, open: true, hidden: false, exercises, ...change }
}

export function aHead(
  submissionId: number,
  submitterIds: readonly number[],
  change: Partial<SubmissionHead> = {},
): SubmissionHead {
  return { submissionId, submittedAt: '2026-11-01T10:00:00.000Z', status: 'ready', grade: 5, submitterIds, ...change }
}

/** A teacher's reading of an empty course. */
export function aReading(change: Partial<SnapshotReading> = {}): SnapshotReading {
  return {
    seenBy: 'teacher',
    visible: true,
    endsAt: '2026-12-31T00:00:00.000Z',
    modules: [],
    tags: [],
    students: [],
    rosterIsSteady: true,
    submissions: [],
    goneExercises: [],
    details: [],
    ...change,
  }
}

interface FollowedSnapshot extends ExerciseOfCourse {
  readonly revision: number
  readonly rosterIsSteady?: boolean
  /** Of the lease; without it a new one is taken. */
  readonly holder?: string
}

/** What follows a refresh, for one exercise; returns the submissions that it was about. */
export async function follow(
  database: Database,
  { exerciseId, rosterIsSteady = true, holder, ...snapshot }: FollowedSnapshot,
): Promise<readonly number[]> {
  const lease = { courseId: snapshot.courseId, holder: holder ?? randomUUID() }
  if (holder === undefined) await takeRefreshLease(database, { ...lease, leaseS: 60 })
  const of = { ...snapshot, ...lease, rosterIsSteady }
  const changes = await listChangedByHeads(database, { ...of, exerciseIds: [exerciseId] })
  const submissionIds = changes.map(({ submissionId }) => submissionId)
  if (changes.length > 0) await database.transaction((tx) => followHeads(tx, { ...of, exerciseId, submissionIds }))
  if (holder === undefined) await releaseRefreshLease(database, lease)
  return submissionIds
}

/** A whole refresh, lease included. */
export async function refresh(
  database: Database,
  courseId: number,
  change: Partial<SnapshotReading> = {},
): Promise<SnapshotChanges> {
  const lease = { courseId, holder: randomUUID() }
  if (!(await takeRefreshLease(database, { ...lease, leaseS: 60 })))
    throw new Error('somebody else refreshes the course')
  const changes = await database.transaction((tx) => replaceSnapshot(tx, lease, aReading(change)))
  await releaseRefreshLease(database, lease)
  return changes
}
