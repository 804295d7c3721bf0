import { sql } from 'slonik'
import Type from 'typebox'
import { findAssessment, type StoredAssessment } from '../assessments/find-assessment.ts'
import type { Tx } from '../db.ts'
import { lockGrader } from '../lock-order.ts'
import { newId } from '../new-id.ts'
import { staffNameOf } from '../staff-names.ts'
import { nullable, statement } from '../row.ts'
import { type Claimer, claimOfChosen, claimSettings, isListedNow } from './claim-parts.ts'

/** Who claims which submission. */
interface SubmissionClaim extends Claimer {
  readonly submissionId: number
}

export type ClaimSubmissionOutcome =
  /** `isNew`: the grader did not hold it before. Whoever held it last holds it until somebody else claims. */
  | { readonly outcome: 'claimed'; readonly isNew: boolean; readonly assessment: StoredAssessment }
  | {
      readonly outcome: 'already_claimed'
      readonly holderId: number
      readonly holderName: string | null
      readonly leaseUntil: string
    }
  | { readonly outcome: 'claim_limit' }
  /** The submission has a result that stands, or is superseded and was never begun, or is not in the queue. */
  | { readonly outcome: 'not_in_state'; readonly state: 'completed' | 'released' | 'superseded' | 'not_queued' }

const row = Type.Object({
  state: nullable(Type.Unsafe<'completed' | 'released' | 'superseded' | 'not_queued'>({ type: 'string' })),
  holderId: nullable(Type.Integer()),
  holderName: nullable(Type.String()),
  lastHolderId: nullable(Type.Integer()),
  leaseUntil: nullable(Type.String()),
  isAtLimit: Type.Boolean(),
  claimedId: nullable(Type.String()),
})
const lock = statement('lockSubmissionToClaim', Type.Object({ submissionId: Type.Integer() }))
const claimOne = statement('claimSubmission', row)

/**
 * Gives a grader one submission that waits, or whose claim has ended, or that the grader holds already; in the last case the
 * lease begins again. One that is superseded can be claimed if somebody began it. Whether the grader may grade it is for the
 * caller to decide. Four statements.
 */
export async function claimSubmission(tx: Tx, claim: SubmissionClaim): Promise<ClaimSubmissionOutcome> {
  await lockGrader(tx, claim)
  // Waits for whoever works on the submission at this moment. The next statement sees what they wrote.
  await tx.maybeOne(lock`
    SELECT submission.submission_id AS "submissionId"
    FROM submission
    WHERE submission.submission_id = ${claim.submissionId}::bigint
    FOR NO KEY UPDATE
  `)
  const found = await tx.maybeOne(claimOne`${claimOfOne(claim)}`)
  if (found === null) return { outcome: 'not_in_state', state: 'not_queued' }
  const { state, holderId, holderName, leaseUntil } = found
  if (state !== null) return { outcome: 'not_in_state', state }
  if (found.claimedId !== null) {
    const assessment = await findAssessment(tx, found.claimedId)
    if (assessment === null) throw new Error('an assessment that was claimed is gone')
    return { outcome: 'claimed', isNew: found.lastHolderId !== claim.graderId, assessment }
  }
  if (holderId !== null && holderId !== claim.graderId && leaseUntil !== null)
    return { outcome: 'already_claimed', holderId, holderName, leaseUntil }
  if (found.isAtLimit) return { outcome: 'claim_limit' }
  throw new Error('a submission that waits was not claimed')
}

const claimOfOne = (claim: SubmissionClaim) => {
  const ids = { assessmentId: newId(), feedbackId: newId() }
  return sql.fragment`
    WITH ${claimSettings(claim)},
    known AS MATERIALIZED (
      SELECT submission.submission_id, submission.course_id, submission.exercise_id, submission.language, submission.max_points,
        submission.auto_points, submission.fixture, own.holder_id, own.lease_until,
        begun.holder_id AS last_holder_id,
        CASE
          WHEN NOT ${isListedNow(claim)}
            OR NOT EXISTS (SELECT FROM submission_submitter WHERE submission_submitter.submission_id = submission.submission_id)
            THEN 'not_queued'
          WHEN standing.id IS NOT NULL THEN CASE WHEN standing.released_at IS NULL THEN 'completed' ELSE 'released' END
          WHEN submission.in_queue THEN NULL
          WHEN submission.superseded_by IS NULL THEN 'not_queued'
          WHEN begun.id IS NULL THEN 'superseded'
        END AS state
      FROM submission
      LEFT JOIN assessment AS begun ON begun.submission_id = submission.submission_id AND begun.round = 1
      -- A claim that has ended is nobody's.
      LEFT JOIN assessment AS own ON own.id = begun.id AND own.lease_until > clock_timestamp()
      LEFT JOIN completed_result AS standing ON standing.submission_id = submission.submission_id AND standing.withdrawn_at IS NULL
      WHERE submission.submission_id = ${claim.submissionId}::bigint AND submission.course_id = ${claim.courseId}::bigint
        AND submission.exercise_id = ${claim.exerciseId}::bigint
    ),
    chosen AS MATERIALIZED (
      SELECT known.submission_id, known.course_id, known.exercise_id, known.language, known.max_points, known.auto_points, known.fixture
      FROM known, live, settings
      WHERE known.state IS NULL AND known.holder_id IS NULL AND live.claims < settings.max_open_claims
    ),
    -- Whoever holds it has it for as long again as from a new claim.
    extended AS (
      UPDATE assessment
      SET lease_until = date_trunc('milliseconds', clock_timestamp()) + make_interval(mins => settings.lease_minutes)
      FROM known, settings
      WHERE assessment.submission_id = known.submission_id AND known.state IS NULL AND known.holder_id = ${claim.graderId}::bigint
      RETURNING assessment.id
    ),
    ${claimOfChosen(claim, ids, false)}
    SELECT known.state, known.holder_id AS "holderId",
      ${staffNameOf(sql.fragment`known.holder_id`, sql.fragment`known.course_id`)} AS "holderName", known.last_holder_id AS "lastHolderId", known.lease_until AS "leaseUntil",
      live.claims >= settings.max_open_claims AS "isAtLimit",
      coalesce((SELECT claimed.id FROM claimed), (SELECT extended.id FROM extended)) AS "claimedId"
    FROM known, live, settings`
}
