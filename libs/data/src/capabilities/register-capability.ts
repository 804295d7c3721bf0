import type { DeliveryState } from '@course-grading/domain/delivery/delivery-state'
import { whyNotRegistered } from '@course-grading/domain/delivery/reject-registration'
import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import { decideForSubmitters, lockSubmissionsOfSubmitters } from '../submissions/decide-superseded.ts'
import type { Tx } from '../db/db.ts'
import { insertDeliveries } from '../delivery/insert-deliveries.ts'
import { lockDeliveryOfSubmission, postponeDelivery } from '../delivery/postpone-delivery.ts'
import { insertAliasesOfSubmissions } from '../students/insert-aliases.ts'
import { lockSubmission, lockSubmitters } from '../db/lock-order.ts'
import { read, write } from '../db/row.ts'
import { setSubmitters } from '../submissions/set-submitters.ts'
import { bigints } from '../db/sql-arrays.ts'
import {
  capabilityColumns,
  capabilityParts,
  capabilityRow,
  storedCapability,
  type StoredCapability,
} from './capability-rows.ts'

export interface CapabilityWrite {
  readonly courseId: number
  readonly exerciseId: number
  readonly submissionId: number
  /** The sealed URL, bound to the three ids above. */
  readonly sealedUrl: Buffer
  readonly keyId: string
  /** Digest of the URL's origin; deliveries to one server have the same. */
  readonly originDigest: Buffer
  readonly maxPoints: number
  readonly submitterIds: readonly number[]
  readonly submittedAt: string
  readonly language: string
  readonly attempt: number
  readonly autoPoints: number | null
  readonly fixture: boolean
  readonly ttlDays: number
  /** `DELIVERY_REGISTRATION_SETTLE_S`: how many seconds from now nothing is sent. */
  readonly settleS: number
}

export type RegisterOutcome =
  /** `created`: there was no capability; else its URL was replaced. `heldAgain`: this registration made the submission's held delivery. */
  | {
      readonly outcome: 'registered'
      readonly created: boolean
      readonly heldAgain: boolean
      readonly capability: StoredCapability
    }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'conflict' }
  | { readonly outcome: 'delivery_pending' }
  | { readonly outcome: 'delivery_ambiguous' }

const known = Type.Object({
  gradedByHand: Type.Boolean(),
  elsewhere: Type.Boolean(),
  isFixture: Type.Boolean(),
  deliveryState: Type.Union([Type.Unsafe<DeliveryState>({ type: 'string' }), Type.Null()]),
  /** The result that the learning platform waits for again. Null if it waits for none, or if the result's delivery exists. */
  resultToHold: Type.Union([Type.String(), Type.Null()]),
})

/**
 * Stores a capability, puts its submission into the queue and sets its submitters, who get aliases where the exercise is anonymous; what is
 * superseded is decided again. Registering again replaces the URL: if a grade had arrived, or a person had cancelled its delivery, the
 * learning platform waits for the grade again, so a held delivery of the standing result is made. A registration is rejected while a
 * delivery is pending, sending or ambiguous. It then postpones that delivery, so commit the transaction also in that case.
 */
export async function upsertCapability(tx: Tx, write: CapabilityWrite): Promise<RegisterOutcome> {
  await lockSubmission(tx, write)
  const only = { ...write, submissionIds: [write.submissionId] }
  const concerned = { ...only, submitterIds: await lockSubmitters(tx, only, write.submitterIds) }
  await lockDeliveryOfSubmission(tx, write.submissionId)
  const found = await findRegistration(tx, write)
  if (!found.gradedByHand) return { outcome: 'not_found' }
  if (found.elsewhere) return { outcome: 'conflict' }
  const rejection = whyNotRegistered(found.deliveryState)
  if (rejection !== null) {
    await postponeDelivery(tx, write)
    return { outcome: rejection }
  }
  await lockSubmissionsOfSubmitters(tx, concerned, 'change')
  await enterSubmission(tx, write)
  await storeCapability(tx, write)
  await readmit(tx, write)
  await setSubmitters(tx, [write])
  if (found.isFixture && !write.fixture) await makeReal(tx, write.submissionId)
  const { resultToHold } = found
  if (resultToHold !== null)
    await insertDeliveries(tx, [resultToHold], { state: 'held', byUserId: null, name: 'registered_again' })
  await decideForSubmitters(tx, concerned)
  await insertAliasesOfSubmissions(tx, [write.submissionId])
  const row = await tx.one(read('findCapability', capabilityRow)`
    SELECT ${capabilityColumns}
    FROM capability
    ${capabilityParts}
    WHERE capability.submission_id = ${write.submissionId}::bigint
  `)
  return {
    outcome: 'registered',
    created: !row.replaced,
    heldAgain: resultToHold !== null,
    capability: storedCapability(row),
  }
}

async function findRegistration(tx: Tx, write: CapabilityWrite): Promise<Static<typeof known>> {
  return await tx.one(read('findRegistration', known)`
    WITH latest AS (
      SELECT delivery.state, delivery.cancelled_as
      FROM delivery
      WHERE delivery.submission_id = ${write.submissionId}::bigint
      ORDER BY delivery.ordinal DESC
      LIMIT 1
    )
    SELECT
      EXISTS (
        SELECT FROM manual_grading_exercise
        WHERE manual_grading_exercise.exercise_id = ${write.exerciseId}::bigint
          AND manual_grading_exercise.course_id = ${write.courseId}::bigint
      ) AS graded_by_hand,
      EXISTS (
        SELECT FROM submission
        WHERE submission.submission_id = ${write.submissionId}::bigint
          AND (submission.course_id, submission.exercise_id) <> (${write.courseId}::bigint, ${write.exerciseId}::bigint)
      ) AS elsewhere,
      EXISTS (
        SELECT FROM submission WHERE submission.submission_id = ${write.submissionId}::bigint AND submission.fixture
      ) AS is_fixture,
      (SELECT latest.state FROM latest) AS delivery_state,
      (
        SELECT completed_result.id
        FROM completed_result, latest
        WHERE completed_result.submission_id = ${write.submissionId}::bigint AND completed_result.withdrawn_at IS NULL
          AND (latest.state = 'delivered' OR latest.cancelled_as = 'person')
      ) AS result_to_hold
  `)
}

async function makeReal(tx: Tx, submissionId: number): Promise<void> {
  await tx.query(write('makeReal')`
    WITH real_assessment AS (
      UPDATE assessment SET fixture = FALSE WHERE assessment.submission_id = ${submissionId}::bigint AND assessment.fixture
    ),
    real_result AS (
      UPDATE completed_result SET fixture = FALSE
      WHERE completed_result.submission_id = ${submissionId}::bigint AND completed_result.fixture
    ),
    real_feedback AS (
      UPDATE feedback SET fixture = FALSE WHERE feedback.submission_id = ${submissionId}::bigint AND feedback.fixture
    )
    UPDATE delivery SET fixture = FALSE WHERE delivery.submission_id = ${submissionId}::bigint AND delivery.fixture
  `)
}

/** Registering again keeps everything but the maximum, and clears `gone_at` and `uncounted`. Real work never becomes a fixture again. */
async function enterSubmission(tx: Tx, capability: CapabilityWrite): Promise<void> {
  await tx.query(write('enterSubmission')`
    INSERT INTO submission (
      submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, max_points_at, auto_points, in_queue, fixture,
      registered_at
    )
    VALUES (${capability.submissionId}::bigint, ${capability.courseId}::bigint, ${capability.exerciseId}::bigint,
      ${capability.submittedAt}::timestamptz, ${capability.language}, ${capability.attempt}::integer, ${capability.maxPoints}::integer,
      clock_timestamp(), ${capability.autoPoints}::numeric, TRUE, ${capability.fixture}, clock_timestamp())
    ON CONFLICT (submission_id) DO UPDATE
    SET max_points = EXCLUDED.max_points, max_points_at = EXCLUDED.max_points_at,
      fixture = submission.fixture AND EXCLUDED.fixture, uncounted = FALSE, gone_at = NULL,
      in_queue = submission.superseded_by IS NULL AND NOT EXISTS (
        SELECT FROM completed_result
        WHERE completed_result.submission_id = EXCLUDED.submission_id AND completed_result.withdrawn_at IS NULL
      )
  `)
}

/** From now on refreshes include these submitters again. */
async function readmit(tx: Tx, { courseId, submitterIds }: CapabilityWrite): Promise<void> {
  await tx.query(write('readmitErased')`
    DELETE FROM course_erased_person
    WHERE course_erased_person.course_id = ${courseId}::bigint AND course_erased_person.user_id = ANY (${bigints(submitterIds)})
  `)
}

/** `capability.max_points` stays as first registered. */
async function storeCapability(tx: Tx, capability: CapabilityWrite): Promise<void> {
  await tx.query(write('registerCapability')`
    INSERT INTO capability (
      submission_id, course_id, exercise_id, sealed_url, key_id, origin_digest, max_points, registered_at, replaced, expires_at, fixture,
      settle_until
    )
    SELECT submission.submission_id, submission.course_id, submission.exercise_id, ${sql.binary(capability.sealedUrl)},
      ${capability.keyId}, ${sql.binary(capability.originDigest)}, ${capability.maxPoints}::integer, registered.now, FALSE,
      registered.now + make_interval(days => ${capability.ttlDays}::integer), submission.fixture,
      registered.now + make_interval(secs => ${capability.settleS}::float8)
    FROM submission, clock_timestamp() AS registered (now)
    WHERE submission.submission_id = ${capability.submissionId}::bigint
    ON CONFLICT (submission_id) DO UPDATE
    SET sealed_url = EXCLUDED.sealed_url, key_id = EXCLUDED.key_id, origin_digest = EXCLUDED.origin_digest,
      registered_at = EXCLUDED.registered_at, expires_at = EXCLUDED.expires_at, fixture = EXCLUDED.fixture,
      replaced = capability.deleted_at IS NULL, used_at = NULL, deleted_at = NULL, settle_until = EXCLUDED.settle_until
  `)
}
