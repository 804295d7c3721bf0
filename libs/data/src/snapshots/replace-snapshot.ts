import { DomainError } from '@course-grading/domain/errors/domain-error'
import { planMissing } from '@course-grading/domain/snapshots/missing-submissions'
import { headsToStore, studentsToStore } from '@course-grading/domain/snapshots/people-to-store'
import { type SnapshotChanges, warningsOf } from '@course-grading/domain/snapshots/snapshot-changes'
import type { SnapshotReading } from '@course-grading/domain/snapshots/snapshot-reading'
import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { listMissing } from './list-missing.ts'
import { insertAliases } from '../students/insert-aliases.ts'
import { lockPeople } from '../db/lock-order.ts'
import { read } from '../db/row.ts'
import { findSnapshot } from './find-snapshot.ts'
import { lockRefreshLease, type RefreshLease } from './refresh-lease-queries.ts'
import { replaceRoster } from './replace-roster.ts'
import { replaceSnapshotModules } from './replace-snapshot-modules.ts'
import { replaceSubmissionHeads } from './replace-submission-heads.ts'
import { upsertSnapshotHead } from './snapshot-head-queries.ts'
import { replaceWithheldExercises } from './withheld-exercises.ts'

const preferHashJoinsRow = Type.Object({ nestedLoops: Type.String(), jit: Type.String() })
const listErasedPeopleRow = Type.Object({ userId: Type.Integer() })

/**
 * Replaces the course's snapshot by a reading, with the next revision, if the lease under which it was read still holds. Only rows that
 * differ are written. People whom the course has erased are left out.
 *
 * With an assistant's reading, what only teachers are shown is kept: hidden modules, the tags, and the submissions of an exercise of which
 * none are shown. A module that is no longer shown may be hidden or gone, so it is kept as hidden until a teacher's reading.
 *
 * @throws DomainError upstream_unavailable if the lease has ended; upstream_malformed if modules and tags would not fit into one reply
 */
export async function replaceSnapshot(tx: Tx, lease: RefreshLease, reading: SnapshotReading): Promise<SnapshotChanges> {
  await lockPeople(tx, lease.courseId, 'shared')
  const leasedAt = await lockRefreshLease(tx, lease)
  if (leasedAt === null) throw new DomainError('upstream_unavailable')
  await preferHashJoins(tx)
  const exercises = await replaceSnapshotModules(tx, lease.courseId, reading)
  await replaceWithheldExercises(tx, lease.courseId, reading)
  const erased = await listErasedPeople(tx, lease.courseId)
  const students = studentsToStore(reading, erased)
  const roster = await replaceRoster(tx, lease.courseId, { students, isSteady: reading.rosterIsSteady })
  const heads = headsToStore(reading, erased)
  await replaceSubmissionHeads(tx, lease.courseId, heads)
  await insertAliases(tx, lease.courseId, null)
  const { exerciseIds } = heads
  const missing = await listMissing(tx, { courseId: lease.courseId, exerciseIds, readAt: leasedAt })
  const warnings = [...warningsOf(reading), ...planMissing(missing).warnings]
  const changes = { students: roster.students, taggings: roster.taggings, exercises, warnings }
  const { seenBy, visible, endsAt, tags } = reading
  const head = await upsertSnapshotHead(tx, lease.courseId, { leasedAt, seenBy, visible, endsAt, tags, changes })
  await requireFitsReply(tx, lease.courseId)
  return { ...head, ...changes }
}

async function listErasedPeople(tx: Tx, courseId: number): Promise<ReadonlySet<number>> {
  const rows = await tx.any(read('listErasedPeople', listErasedPeopleRow)`
    SELECT course_erased_person.user_id FROM course_erased_person WHERE course_erased_person.course_id = ${courseId}::bigint
  `)
  return new Set(rows.map(({ userId }) => userId))
}

/** Replies stay below 2 MiB; the difference is for what surrounds the snapshot. */
const maxSnapshotBytes = 2 * 1024 * 1024 - 16 * 1024

/** Checks the snapshot as it is now, not the reading: an assistant's reading is added to what was there. */
async function requireFitsReply(tx: Tx, courseId: number): Promise<void> {
  const snapshot = await findSnapshot(tx, courseId, { staff: true })
  if (Buffer.byteLength(JSON.stringify(snapshot)) > maxSnapshotBytes) throw new DomainError('upstream_malformed')
}

/**
 * Sets the planner until the end of the transaction. Its statistics know nothing of a course that was just read for the first time, so it
 * would expect one row, and choose nested loops over thousands. Before PostgreSQL 18, disabling nested loops adds a cost so high that the
 * statement would also be compiled, so JIT is disabled, too.
 */
async function preferHashJoins(tx: Tx): Promise<void> {
  await tx.query(
    read(
      'preferHashJoins',
      preferHashJoinsRow,
    )`SELECT set_config('enable_nestloop', 'off', TRUE) AS nested_loops, set_config('jit', 'off', TRUE) AS jit`,
  )
}
