import { randomUUID } from 'node:crypto'
import type { DomainErrorCode } from '@course-grading/domain/errors/error-codes'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type pg from 'pg'
import type { Database } from '../db/database.ts'
import { leaseDelivery } from '../delivery/lease-delivery.ts'
import { startSend } from '../delivery/start-send.ts'
import { recordOutcome } from '../delivery/record-outcome.ts'
import { releaseDelivery } from '../delivery/release-delivery.ts'
import { recordResolution } from '../delivery/resolve-delivery.ts'
import {
  endStandingVerification,
  leaseStandingVerification,
  listStandings,
  recordVerifiedAfter,
  recordChangedStandings,
} from '../delivery/standing-queries.ts'
import { writeExerciseGrading } from '../grading/write-exercise-grading.ts'
import { erasePerson } from '../people/erase-person.ts'
import { releaseRefreshLease, takeRefreshLease } from '../snapshots/refresh-lease-queries.ts'
import { replaceSnapshot } from '../snapshots/replace-snapshot.ts'
import { markGone, unmarkGone } from '../snapshots/mark-gone.ts'
import { disownResults } from '../people/disown-results.ts'
import { aCompletion, aRecord, type Grading } from '../testing/a-delivery.ts'
import { completeUnclaimed } from '../testing/complete-submission.ts'
import { aGrading } from '../testing/a-grading.ts'
import { aHead, aReading, aStudent, follow } from '../testing/a-reading.ts'
import { deleteCapabilityRows, deleteCapabilityRow } from './capability-queries.ts'
import { eraseCapabilities } from './erase-capabilities.ts'
import { upsertCapability } from './register-capability.ts'
import { resetFixtures } from './reset-fixtures.ts'

/** A grade as the verification after a send reads it. */
const standing = { grade: 7, gradingTime: '2026-11-20T10:00:00Z', graderId: null }

/** Whom a registration or a list names instead. The first one grades, too. */
const others = [101, 72]

/** The submission of two people that all operations are about. */
export interface StormTarget {
  readonly courseId: number
  readonly exerciseId: number
  readonly submissionId: number
  readonly submitterIds: readonly number[]
  readonly fixture: boolean
}

/** The same, but a transaction that would be repeated fails. */
export const unrepeated = (database: Database): Database => ({
  ...database,
  transaction: (work) => {
    let isRepeated = false
    return database.transaction((tx) => {
      if (isRepeated) throw new Error('was rolled back in favour of another')
      isRepeated = true
      return work(tx)
    })
  },
})

/** Passes over a refusal that another operation at the same time may cause. */
const unless = (code: DomainErrorCode) => (error: unknown) => {
  if (!(error instanceof DomainError && error.code === code)) throw error
}

/** All writes of the services that concern a submission, by name. A deadlock or a violated constraint is found as a failure. */
export function operationsOn(grading: Grading, beside: pg.Pool, target: StormTarget) {
  const { aCapability } = grading
  const [database, frontend] = [unrepeated(grading.database), unrepeated(grading.frontend)]
  const { courseId, exerciseId, submissionId, submitterIds } = target
  const latest = async (): Promise<string> =>
    (
      await beside.query<{ id: string }>(
        'SELECT id FROM delivery WHERE submission_id = $1 ORDER BY ordinal DESC LIMIT 1',
        [submissionId],
      )
    ).rows[0]?.id ?? randomUUID()
  /** Completes the assessment. The result is released, so that a held delivery may be sent. */
  const complete = async (state: 'held' | 'pending'): Promise<void> => {
    await frontend.transaction((tx) => completeUnclaimed(tx, { ...aCompletion(submissionId), state, isReleased: true }))
  }
  const resolve = async (as: 'delivered' | 'cancelled' | 'send_again'): Promise<void> => {
    const deliveryId = await latest()
    await frontend.transaction((tx) =>
      recordResolution(tx, { deliveryId, courseId, as, reason: 'read', byUserId: 101 }),
    )
  }
  const work = async (outcome: 'delivered' | 'refused' | 'ambiguous'): Promise<void> => {
    const lease = await leaseDelivery(database, { workerId: randomUUID(), leaseS: 60 })
    if (lease !== null && (await startSend(database, { ...lease, openLeaseS: 65 })))
      await recordOutcome(database, { ...lease, ...aRecord, outcome })
  }
  const erase = async (userId: number | undefined): Promise<void> => {
    await frontend.transaction((tx) => erasePerson(tx, { courseId, userId: userId ?? 0, byUserId: 101 }))
  }
  const register = async (people: readonly number[]): Promise<void> => {
    await database.transaction((tx) => upsertCapability(tx, aCapability({ ...target, submitterIds: people })))
  }
  /** A list with these people, who are on the roster with all others. */
  const refresh = async (people: readonly number[], status: string): Promise<void> => {
    const lease = { courseId, holder: randomUUID() }
    if (!(await takeRefreshLease(frontend, { ...lease, leaseS: 60 }))) return
    const reading = aReading({
      students: [...submitterIds, ...others].map((userId) => aStudent(userId)),
      submissions: [{ exerciseId, heads: [aHead(submissionId, people, { status })] }],
    })
    const replaced = await frontend
      .transaction((tx) => replaceSnapshot(tx, lease, reading))
      .catch(unless('upstream_unavailable'))
    if (replaced) await follow(frontend, { ...lease, exerciseId, revision: replaced.revision })
    await releaseRefreshLease(frontend, lease)
  }
  return {
    register: () => register(submitterIds),
    registerOthers: () => register(others),
    deleteCapability: async () => {
      await database.transaction((tx) => deleteCapabilityRow(tx, { submissionId, courseId: null, exerciseId: null }))
    },
    deleteCapabilities: async () => {
      await database.transaction((tx) => deleteCapabilityRows(tx, { courseId, exerciseId }))
    },
    resetAssessments: async () => {
      await database.transaction((tx) => resetFixtures(tx, { courseId, exerciseId, submissionId }))
    },
    completeAndHold: () => complete('held'),
    completeAndSend: () => complete('pending'),
    release: async () => {
      const deliveryId = await latest()
      await frontend.transaction((tx) => releaseDelivery(tx, { deliveryId, courseId, byUserId: 101 }))
    },
    resolveDelivered: () => resolve('delivered'),
    resolveCancelled: () => resolve('cancelled'),
    resolveSendAgain: () => resolve('send_again'),
    workDelivered: () => work('delivered'),
    workRefused: () => work('refused'),
    workAmbiguous: () => work('ambiguous'),
    eraseFirst: () => erase(submitterIds[0]),
    eraseSecond: () => erase(submitterIds[1]),
    refresh: () => refresh(submitterIds, 'ready'),
    refreshOthers: () => refresh(others, 'unofficial'),
    verificationAfter: async () => {
      const deliveryId = await latest()
      const {
        rows: [row],
      } = await beside.query<{ epoch: number }>('SELECT epoch FROM delivery WHERE id = $1', [deliveryId])
      await recordVerifiedAfter(database, {
        deliveryId,
        epoch: row?.epoch ?? 0,
        shown: { status: 'ready', grade: 7, latePenalty: null },
        standing,
      })
    },
    verificationOnceMore: async () => {
      await beside.query(
        'UPDATE delivery SET standing_verification_at = clock_timestamp() WHERE submission_id = $1 AND standing_verification_at IS NOT NULL',
        [submissionId],
      )
      const lease = await leaseStandingVerification(database, { leaseS: 0 })
      if (lease !== null && !lease.overtaken) await endStandingVerification(database, lease.deliveryId)
    },
    compare: async () => {
      const known = await listStandings(frontend, {
        courseId,
        exerciseIds: [exerciseId],
        readAt: '9999-01-01T00:00:00Z',
      })
      await recordChangedStandings(
        frontend,
        known.map(({ deliveryId }) => deliveryId),
      )
    },
    markGone: async () => {
      await frontend.transaction((tx) => markGone(tx, { ...target, submissionIds: [submissionId], readAt: 'infinity' }))
    },
    unmarkGone: async () => {
      await frontend.transaction((tx) =>
        unmarkGone(tx, { ...target, submissionIds: [submissionId], readAt: 'infinity' }),
      )
    },
    disown: async () => {
      await frontend.transaction((tx) => disownResults(tx, courseId))
    },
    setAnonymous: async () => {
      const {
        rows: [row],
      } = await beside.query<{ revision: number }>(
        'SELECT revision FROM exercise_grading WHERE course_id = $1 AND exercise_id = $2',
        [courseId, exerciseId],
      )
      const change = { courseId, exerciseId, expectedRevision: row?.revision ?? 0 }
      await frontend
        .transaction((tx) => writeExerciseGrading(tx, change, { ...aGrading, anonymous: true }))
        .catch(unless('revision_conflict'))
    },
    purge: async () => {
      await eraseCapabilities(database, { usedDays: 0, batch: 10 })
    },
  } as const satisfies Readonly<Record<string, () => Promise<void>>>
}

/** Rules that the data fulfils while no transaction is open. Each has a query for rows that break it. */
export const invariants = {
  'nothing waits in the queue that has a result that stands': `
    SELECT FROM submission JOIN completed_result USING (submission_id) WHERE in_queue AND withdrawn_at IS NULL`,
  "nothing waits in the queue that is nobody's": `
    SELECT FROM submission WHERE in_queue AND NOT EXISTS (SELECT FROM submission_submitter WHERE submission_submitter.submission_id = submission.submission_id)`,
  "no result stands, or has a text, of a submission that is nobody's": `
    SELECT FROM completed_result
    WHERE NOT EXISTS (SELECT FROM submission_submitter WHERE submission_submitter.submission_id = completed_result.submission_id)
      AND (feedback_html <> '' OR payload::text <> '{}' OR withdrawn_at IS NULL)`,
  'no grade is on its way, or held, of a result that stands no more': `
    SELECT FROM delivery JOIN completed_result ON completed_result.id = result_id
    WHERE state NOT IN ('delivered', 'cancelled') AND withdrawn_at IS NOT NULL`,
  'at most one delivery is unfinished': `
    SELECT FROM delivery WHERE state NOT IN ('delivered', 'cancelled') GROUP BY submission_id HAVING count(*) > 1`,
  'whoever was erased takes part in nothing and is in no snapshot': `
    SELECT FROM course_erased_person AS erased
    WHERE EXISTS (SELECT FROM roster_student WHERE (course_id, user_id) = (erased.course_id, erased.user_id))
      OR EXISTS (SELECT FROM snapshot_submitter WHERE (course_id, user_id) = (erased.course_id, erased.user_id))
      OR EXISTS (
        SELECT FROM submission_submitter JOIN submission USING (submission_id)
        WHERE (submission.course_id, user_id) = (erased.course_id, erased.user_id)
      )`,
} as const
