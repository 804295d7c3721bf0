import { randomBytes, randomUUID } from 'node:crypto'
import type { Resolution } from '@course-grading/domain/delivery/resolve-delivery'
import type { AfterSend } from '@course-grading/domain/delivery/verification-verdict'
import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { upsertCapability, type CapabilityWrite } from '../capabilities/register-capability.ts'
import { updateSettleTime } from '../delivery/delivery-control-queries.ts'
import { leaseDelivery, type LeasedDelivery } from '../delivery/lease-delivery.ts'
import { type SeenBeforeSend, startSend } from '../delivery/start-send.ts'
import { recordOutcome, type SendRecord } from '../delivery/record-outcome.ts'
import { recordResolution } from '../delivery/resolve-delivery.ts'
import type { ExerciseGradingWrite } from '../grading/exercise-grading-rows.ts'
import { writeExerciseGrading } from '../grading/write-exercise-grading.ts'
import { aGrading } from './a-grading.ts'
import { completeUnclaimed, type TestCompletion } from './complete-submission.ts'
import { configureCourse, openObserved } from './open-settings.ts'
import { testIn } from './test-in.ts'

/** Opens a database with a course of two manual-grading exercises, and functions for all steps of their submissions. */
export async function openGrading() {
  const testDatabase = await createTestDatabase()
  const { database, statements } = await openObserved(testDatabase.urls.manualGrading, 16)
  const { database: frontend } = await openObserved(testDatabase.urls.frontendInternal)
  const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
  /** A connection with the role of `frontend-internal`, for plans. */
  const client = new pg.Client({ connectionString: testDatabase.urls.frontendInternal })
  await Promise.all([owner.connect(), client.connect()])
  /** For what the owner does at the same time. */
  const ownerPool = new pg.Pool({ connectionString: testDatabase.ownerUrl, max: 12 })
  // `end` does not wait until its connections have ended, so dropping the database may end them.
  ownerPool.on('error', () => {})
  const courseId = await configureCourse(frontend, { manualGradingExercises: [11, 12] })
  let lastSubmissionId = 1_000
  let lastExerciseId = 100

  /** A new course with one exercise, so that the exercise has no data of other tests. */
  const anExercise = async (change: Partial<ExerciseGradingWrite> = {}) => {
    lastExerciseId += 1
    const exerciseId = lastExerciseId
    const here = { courseId: await configureCourse(frontend, { manualGradingExercises: [exerciseId] }), exerciseId }
    if (Object.keys(change).length > 0) await setGrading(here, change)
    return here
  }
  /** Writes the grading settings of an exercise, at their next revision. */
  const setGrading = async (
    here: { courseId: number; exerciseId: number },
    change: Partial<ExerciseGradingWrite>,
  ): Promise<void> => {
    const row = await one<{ revision: number }>('SELECT revision FROM exercise_grading WHERE exercise_id = $1', [
      here.exerciseId,
    ])
    const at = { ...here, expectedRevision: row?.revision ?? 0 }
    await frontend.transaction((tx) => writeExerciseGrading(tx, at, { ...aGrading, ...change }))
  }
  const aCapability = (change: Partial<CapabilityWrite> = {}): CapabilityWrite => {
    lastSubmissionId += 1
    return {
      courseId,
      exerciseId: 11,
      submissionId: lastSubmissionId,
      sealedUrl: randomBytes(40),
      keyId: 'k-1',
      originDigest: randomBytes(16),
      maxPoints: 10,
      submitterIds: [501],
      submittedAt: '2026-11-01T10:00:00.000Z',
      language: 'en',
      attempt: 1,
      autoPoints: null,
      fixture: false,
      ttlDays: 180,
      settleS: 0,
      ...change,
    }
  }
  const register = (change: Partial<CapabilityWrite> = {}) => {
    const write = aCapability(change)
    return database.transaction((tx) => upsertCapability(tx, write))
  }
  const registered = async (change: Partial<CapabilityWrite> = {}): Promise<number> => {
    const write = aCapability(change)
    const { outcome } = await database.transaction((tx) => upsertCapability(tx, write))
    if (outcome !== 'registered') throw new Error(outcome)
    return write.submissionId
  }
  const tryToComplete = (submissionId: number, state: TestCompletion['state'], change: Partial<TestCompletion> = {}) =>
    frontend.transaction((tx) => completeUnclaimed(tx, { ...aCompletion(submissionId), state, ...change }))
  const complete = async (...completion: Parameters<typeof tryToComplete>): Promise<string> => {
    const done = await tryToComplete(...completion)
    if (done.outcome !== 'completed') throw new Error(done.outcome)
    return done.deliveryId
  }
  /** Takes back the result that stands, as reopening its assessment does. */
  const reopen = (submissionId: number) =>
    owner.query(
      `WITH reopened AS (
        UPDATE assessment SET state = 'in_progress', completed_at = NULL, rubric_wording = NULL WHERE submission_id = $1 RETURNING id)
      UPDATE completed_result SET withdrawn_at = now() FROM reopened WHERE assessment_id = reopened.id AND withdrawn_at IS NULL`,
      [submissionId],
    )
  const held = async () => await complete(await registered(), 'held')
  const pending = async () => await complete(await registered(), 'pending')
  /** Leases this delivery, even if others are due. */
  const leaseOf = async (deliveryId: string): Promise<LeasedDelivery> => {
    await owner.query("UPDATE delivery SET not_before = not_before - interval '10 years' WHERE id = $1", [deliveryId])
    const lease = await leaseDelivery(database, { workerId: randomUUID(), leaseS: 60 })
    if (lease?.deliveryId !== deliveryId) throw new Error('something else was due')
    return lease
  }
  const leased = async () => await leaseOf(await pending())
  const open = async (): Promise<LeasedDelivery> => {
    const lease = await leased()
    if (!(await startSend(database, { ...lease, openLeaseS: 65 }))) throw new Error('the send does not start')
    return lease
  }
  /** Sends a leased delivery, with this outcome. */
  const sendLeased = async (
    lease: LeasedDelivery,
    outcome: 'delivered' | 'refused' | 'ambiguous',
    seen: SeenBeforeSend = { maxPoints: null, graderId: null },
  ): Promise<void> => {
    if (!(await startSend(database, { ...lease, openLeaseS: 65, seen }))) throw new Error('the send does not start')
    if (!(await recordOutcome(database, { ...lease, ...aRecord, outcome }))) throw new Error('not recorded')
  }
  const sent = async (outcome: 'delivered' | 'refused' | 'ambiguous'): Promise<LeasedDelivery> => {
    const lease = await leased()
    await sendLeased(lease, outcome)
    return lease
  }
  /** Brings a pending delivery into another state, by the product's own steps. */
  const bringTo = async (
    deliveryId: string,
    state: 'leased' | 'open' | 'delivered' | 'refused' | 'ambiguous' | 'cancelled',
  ) => {
    const lease = await leaseOf(deliveryId)
    if (state === 'leased') return
    await startSend(database, { ...lease, openLeaseS: 65 })
    if (state === 'open') return
    await recordOutcome(database, { ...lease, ...aRecord, outcome: state === 'cancelled' ? 'refused' : state })
    if (state === 'cancelled') {
      await database.transaction((tx) =>
        recordResolution(tx, {
          deliveryId,
          courseId: null,
          as: 'cancelled',
          reason: 'checked',
          byUserId: 101,
        }),
      )
    }
  }
  /** Resolves a delivery; it is accepted at once unless a settle time is set. */
  const resolve = (deliveryId: string, as: Resolution) =>
    database.transaction((tx) => recordResolution(tx, { deliveryId, courseId, as, reason: 'checked', byUserId: 101 }))
  const setSettleTime = (settleS: number) => updateSettleTime(database, { settleS })
  await setSettleTime(0)
  const one = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await owner.query<T>(text, values)).rows[0]
  const isQueued = async (submissionId: number) =>
    (
      await one<{ queued: boolean }>('SELECT in_queue AS queued FROM submission WHERE submission_id = $1', [
        submissionId,
      ])
    )?.queued
  const submittersOf = async (submissionId: number) =>
    (
      await one<{ ids: number[] }>(
        'SELECT array_agg(user_id::float8 ORDER BY user_id) AS ids FROM submission_submitter WHERE submission_id = $1',
        [submissionId],
      )
    )?.ids ?? []
  const stateOf = async (deliveryId: string) =>
    (await one<{ state: string }>('SELECT state FROM delivery WHERE id = $1', [deliveryId]))?.state
  /** The history of a delivery, each step as from→to. */
  const stepsOf = async (deliveryId: string) =>
    (
      await owner.query<{ step: string }>(
        `
    SELECT event || ' ' || coalesce(from_state, '') || '→' || to_state AS step FROM delivery_event
    WHERE delivery_id = $1 ORDER BY id`,
        [deliveryId],
      )
    ).rows.map(({ step }) => step)
  /** Moves everything that is due or held by a worker into the future, so that the next test meets its own deliveries only. */
  const setAside = () =>
    owner.query(`UPDATE delivery SET not_before = not_before + interval '10 years', lease_until = lease_until + interval '1 day',
      next_verification_at = next_verification_at + interval '10 years'`)
  /** Moves all times of a delivery into the past by some seconds. */
  const age = (deliveryId: string, seconds: number) => ageDelivery(owner, deliveryId, seconds)

  /** How many statements wait for a lock. */
  const waiting = async () =>
    (
      await ownerPool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
    ).rowCount ?? 0
  const somebodyWaits = async () => (await waiting()) > 0

  return {
    client,
    ownerPool,
    waiting,
    somebodyWaits,
    testDatabase,
    database,
    frontend,
    owner,
    statements,
    courseId,
    anExercise,
    setGrading,
    aCapability,
    register,
    registered,
    tryToComplete,
    complete,
    reopen,
    held,
    pending,
    leaseOf,
    leased,
    open,
    sendLeased,
    sent,
    bringTo,
    resolve,
    setSettleTime,
    one,
    isQueued,
    submittersOf,
    stateOf,
    stepsOf,
    setAside,
    age,
    close: async () => {
      await Promise.all([database.end(), frontend.end(), owner.end(), client.end(), ownerPool.end()])
      await testDatabase.drop()
    },
  }
}
export type Grading = Awaited<ReturnType<typeof openGrading>>

export const it = testIn(openGrading)
export { testIn }

export function aCompletion(submissionId: number): Omit<TestCompletion, 'state'> {
  return {
    submissionId,
    points: '7.5',
    maxPoints: '10',
    feedbackHtml: '<p>good</p>',
    payload: '{"rubric":1}',
    graderId: 101,
  }
}

/** What a verification shows of a grade that stands. */
export const aShownGrade: AfterSend = {
  shown: { status: 'ready', grade: 7, latePenalty: null },
  standing: { grade: 7, gradingTime: '2026-11-20T10:00:00Z', graderId: null },
}

/** The record of a send, as a worker makes it. */
export const aRecord = {
  kind: 'timeout',
  phase: 'write_begun',
  status: null,
  diagnostics: '{"durationMs":1}',
} as const satisfies Omit<SendRecord, 'deliveryId' | 'epoch'>

async function ageDelivery(owner: pg.Client, deliveryId: string, seconds: number): Promise<void> {
  const columns = [
    'lease_until',
    'not_before',
    'failing_since',
    'ambiguous_at',
    'next_verification_at',
    'verification_lease_until',
    'created_at',
    'settle_until',
  ]
  await owner.query(
    `UPDATE delivery SET ${columns.map((column) => `${column} = ${column} - make_interval(secs => $2)`).join(', ')}
    WHERE id = $1`,
    [deliveryId, seconds],
  )
  await owner.query(
    `UPDATE capability SET settle_until = settle_until - make_interval(secs => $2)
    WHERE submission_id = (SELECT submission_id FROM delivery WHERE id = $1)`,
    [deliveryId, seconds],
  )
  await owner.query(
    `UPDATE delivery_send SET recorded_at = recorded_at - make_interval(secs => $2) WHERE delivery_id = $1`,
    [deliveryId, seconds],
  )
}
