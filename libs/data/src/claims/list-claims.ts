import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import { isListedGrader } from '../courses/course-access-queries.ts'
import type { Db } from '../db/db.ts'
import { staffNameOf } from '../db/staff-names.ts'
import { nullable, read } from '../db/row.ts'
import { exerciseNameOf } from '../db/exercise-names.ts'
import { shownSupersededBy } from '../submissions/submission-names.ts'
import { submitters } from '../submissions/submission-rows.ts'

const openClaim = Type.Object({
  assessmentId: Type.String(),
  exerciseId: Type.Integer(),
  submissionId: Type.Integer(),
  holderId: Type.Integer(),
  holderName: nullable(Type.String()),
  claimedAt: Type.String(),
  savedAt: nullable(Type.String()),
  leaseExpiresAt: Type.String(),
})
type StoredOpenClaim = Static<typeof openClaim>

const ownClaim = Type.Object({
  assessmentId: Type.String(),
  courseId: Type.Integer(),
  exerciseId: Type.Integer(),
  exerciseName: nullable(Type.String()),
  submissionId: Type.Integer(),
  /** Ordered by user id, or by alias; empty after the last one was erased. */
  submitters,
  /** Whether the settings of the course still have the caller among its graders. */
  isGrader: Type.Boolean(),
  submittedAt: Type.String(),
  isHeld: Type.Boolean(),
  revision: Type.Integer(),
  claimedAt: nullable(Type.String()),
  savedAt: nullable(Type.String()),
  leaseExpiresAt: Type.String(),
  gone: Type.Boolean(),
  superseded: Type.Boolean(),
  /** Null also where it would tell who is behind an alias. */
  supersededBy: nullable(Type.Integer()),
})
type StoredOwnClaim = Static<typeof ownClaim>

/** The lowest UUID, before which no page can end. */
const leastId = '00000000-0000-0000-0000-000000000000'

/** Claims whose lease has not ended, in the order in which their assessments were begun. */
export async function selectOpenClaims(
  db: Db,
  { courseId, after, limit }: { readonly courseId: number; readonly after: string | null; readonly limit: number },
): Promise<readonly StoredOpenClaim[]> {
  return await db.any(read('listOpenClaims', openClaim)`
    SELECT assessment.id AS assessment_id, assessment.exercise_id, assessment.submission_id,
      assessment.holder_id,
      ${staffNameOf(sql.fragment`assessment.holder_id`, sql.fragment`assessment.course_id`)} AS holder_name,
      assessment.claimed_at, assessment.saved_at,
      assessment.lease_until AS lease_expires_at
    FROM assessment
    WHERE assessment.holder_id IS NOT NULL AND assessment.course_id = ${courseId}::bigint
      AND assessment.lease_until > clock_timestamp() AND assessment.id > ${after ?? leastId}::uuid
    ORDER BY assessment.id
    LIMIT ${limit}::integer
  `)
}

/** Claims in all courses, and drafts whose claim has ended and that nobody else has, in the order in which they were begun. */
export async function listOwnClaims(
  db: Db,
  { graderId, after, limit }: { readonly graderId: number; readonly after: string | null; readonly limit: number },
): Promise<readonly StoredOwnClaim[]> {
  return await db.any(read('listOwnClaims', ownClaim)`
    WITH begun AS (
      SELECT assessment.id FROM assessment WHERE assessment.holder_id = ${graderId}::bigint
      UNION
      SELECT assessment.id
      FROM assessment
      WHERE assessment.grader_id = ${graderId}::bigint AND assessment.state = 'in_progress'
    )
    SELECT assessment.id AS assessment_id, assessment.course_id, assessment.exercise_id,
      ${exerciseNameOf(sql.fragment`assessment.course_id`, sql.fragment`assessment.exercise_id`)} AS exercise_name,
      assessment.submission_id, submitter.list AS submitters,
      (
        SELECT ${isListedGrader(sql.fragment`${graderId}::bigint`)}
        FROM course_settings
        WHERE course_settings.course_id = assessment.course_id
      ) AS is_grader, known.submitted_at,
      assessment.lease_until > clock_timestamp() AS is_held, assessment.revision,
      CASE WHEN assessment.holder_id = ${graderId}::bigint THEN assessment.claimed_at END AS claimed_at,
      assessment.saved_at, assessment.lease_until AS lease_expires_at, known.gone, known.superseded_by IS NOT NULL AS superseded,
      ${shownSupersededBy} AS superseded_by
    FROM begun
    JOIN assessment ON assessment.id = begun.id
    JOIN known_submission AS known ON known.submission_id = assessment.submission_id AND known.is_registered
    CROSS JOIN LATERAL submission_naming(known.course_id, known.exercise_id, known.submission_id) AS naming
    CROSS JOIN LATERAL named_people(known.course_id, known.exercise_id, known.submitter_ids, naming.is_named) AS submitter
    WHERE assessment.id > ${after ?? leastId}::uuid AND CASE WHEN assessment.lease_until > clock_timestamp()
      THEN assessment.holder_id = ${graderId}::bigint
      -- What was handed back or postponed has no lease. One that was superseded or is gone has left the queue, and its draft stays.
      ELSE assessment.lease_until IS NOT NULL AND (known.in_queue OR known.superseded_by IS NOT NULL OR known.gone) AND known.is_listed END
    ORDER BY assessment.id
    LIMIT ${limit}::integer
  `)
}
