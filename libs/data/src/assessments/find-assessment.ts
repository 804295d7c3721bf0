import type { UpstreamFacts } from '@course-grading/domain/delivery/counted-upstream'
import type { DeliveryState } from '@course-grading/domain/delivery/delivery-state'
import type { PartRevisions } from '@course-grading/domain/documents/part-revisions'
import type { ResultPart } from '@course-grading/domain/rubrics/result-part'
import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import type { Adjustment, Scores } from '@course-grading/domain/rubrics/score'
import { sql, type FragmentSqlToken } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { isDeliverable } from '../delivery/is-deliverable.ts'
import { latestDelivery, shownMaxPoints } from '../delivery/shown-max-points.ts'
import { staffNameOf } from '../db/staff-names.ts'
import { json, nullable, read } from '../db/row.ts'
import { exerciseNameOf } from '../db/exercise-names.ts'
import { shownSupersededBy } from '../submissions/submission-names.ts'
import { upstreamFacts } from '../submissions/known-upstream.ts'
import { submitters } from '../submissions/submission-rows.ts'

const row = Type.Object({
  id: Type.String(),
  courseId: Type.Integer(),
  exerciseId: Type.Integer(),
  exerciseName: nullable(Type.String()),
  submissionId: Type.Integer(),
  round: Type.Integer(),
  state: Type.Unsafe<'in_progress' | 'completed'>({ type: 'string' }),
  revision: Type.Integer(),
  graderId: Type.Integer(),
  graderName: nullable(Type.String()),
  /** Who may write, even after the lease ended. */
  holderId: nullable(Type.Integer()),
  holderName: nullable(Type.String()),
  isLeased: Type.Boolean(),
  leaseExpiresAt: nullable(Type.String()),
  isOffered: Type.Boolean(),
  isSaved: Type.Boolean(),
  isGone: Type.Boolean(),
  isSuperseded: Type.Boolean(),
  /** Null also where it would tell who is behind an alias. */
  supersededBy: nullable(Type.Integer()),
  postponedNote: nullable(Type.String()),
  postponedAt: nullable(Type.String()),
  rubricId: nullable(Type.String()),
  rubricVersion: Type.Integer(),
  rubricWording: Type.Integer(),
  /** Null for the built-in rubric. */
  rubricDocument: json<RubricDocument | null>(),
  scores: json<Scores>(),
  adjustment: json<Adjustment | null>(),
  partRevisions: json<PartRevisions>(),
  privateNote: Type.String(),
  points: Type.Number(),
  /** The parts of the result that stands; null if it was frozen without them, or no result stands. */
  frozenParts: json<readonly ResultPart[] | null>(),
  submittedAt: Type.String(),
  language: Type.String(),
  attempt: Type.Integer(),
  /** The maximum of the built-in rubric. */
  ownMaxPoints: Type.Integer(),
  /** The maximum that the learning platform applies: the one at the send of a delivered result, else the present one. */
  upstreamMaxPoints: Type.Integer(),
  autoPoints: nullable(Type.Number()),
  addsAutoPoints: Type.Boolean(),
  releasesAtOnce: Type.Boolean(),
  leaseMinutes: Type.Integer(),
  isListed: Type.Boolean(),
  deliverable: Type.Boolean(),
  feedbackId: Type.String(),
  feedbackRevision: Type.Integer(),
  /** Of the result that stands, once it is released. */
  upstream: json<UpstreamFacts | null>(),
  deliveryId: nullable(Type.String()),
  deliveryState: nullable(Type.Unsafe<DeliveryState>({ type: 'string' })),
  startedAt: Type.String(),
  updatedAt: Type.String(),
  completedAt: nullable(Type.String()),
  releasedAt: nullable(Type.String()),
  fixture: Type.Boolean(),
  /** Ordered by user id, or by alias; empty after the last one was erased. */
  submitters,
})
export type StoredAssessment = Static<typeof row>

const nameOf = (userId: FragmentSqlToken) => staffNameOf(userId, sql.fragment`assessment.course_id`)
const ofStanding = {
  courseId: sql.fragment`assessment.course_id`,
  exerciseId: sql.fragment`assessment.exercise_id`,
  submissionId: sql.fragment`assessment.submission_id`,
  resultId: sql.fragment`standing.id`,
}

/** While an assessment is in progress, it has the newest wording of its version. To change it, lock the row of its submission first. */
export async function findAssessment(db: Db, id: string): Promise<StoredAssessment | null> {
  return await db.maybeOne(read('findAssessment', row)`
    SELECT assessment.id, assessment.course_id, assessment.exercise_id,
      ${exerciseNameOf(sql.fragment`assessment.course_id`, sql.fragment`assessment.exercise_id`)} AS exercise_name,
      assessment.submission_id, assessment.round, assessment.state, assessment.revision,
      assessment.grader_id, ${nameOf(sql.fragment`assessment.grader_id`)} AS grader_name,
      assessment.holder_id, ${nameOf(sql.fragment`assessment.holder_id`)} AS holder_name,
      coalesce(assessment.lease_until > clock_timestamp(), FALSE) AS is_leased, assessment.lease_until AS lease_expires_at,
      assessment.is_offered, assessment.saved_at IS NOT NULL AS is_saved, known.gone AS is_gone,
      known.superseded_by IS NOT NULL AS is_superseded,
      ${shownSupersededBy} AS superseded_by,
      assessment.postponed_note, assessment.postponed_at,
      assessment.rubric_id, assessment.rubric_version,
      coalesce(rubric_version.wording, 0) AS rubric_wording, rubric_version.document AS rubric_document,
      assessment.scores, assessment.adjustment, assessment.part_revisions,
      assessment.private_note, assessment.points::float8, standing.parts AS frozen_parts, known.submitted_at,
      known.language, known.attempt, coalesce(assessment.max_points, known.max_points) AS own_max_points,
      ${shownMaxPoints(ofStanding)} AS upstream_max_points, known.auto_points::float8,
      coalesce(exercise_grading.auto_points = 'added', FALSE) AS adds_auto_points,
      coalesce(exercise_grading.release = 'immediate', FALSE) AS releases_at_once,
      coalesce(exercise_grading.lease_minutes, 30) AS lease_minutes, known.is_listed,
      ${isDeliverable(sql.fragment`assessment.submission_id`)} AS deliverable,
      feedback.id AS feedback_id, feedback.revision AS feedback_revision,
      CASE WHEN standing.released_at IS NOT NULL THEN ${upstreamFacts(ofStanding)} END AS upstream,
      latest.id AS delivery_id, latest.state AS delivery_state, assessment.started_at,
      assessment.updated_at, assessment.completed_at, standing.released_at, assessment.fixture,
      submitter.list AS submitters
    FROM assessment
    JOIN known_submission AS known ON known.submission_id = assessment.submission_id AND known.is_registered
    JOIN feedback ON feedback.assessment_id = assessment.id
    LEFT JOIN exercise_grading ON exercise_grading.course_id = assessment.course_id
      AND exercise_grading.exercise_id = assessment.exercise_id
    LEFT JOIN LATERAL (
      SELECT rubric_version.wording, rubric_version.document
      FROM rubric_version
      WHERE rubric_version.rubric_id = assessment.rubric_id AND rubric_version.version = assessment.rubric_version
        AND (assessment.rubric_wording IS NULL OR rubric_version.wording = assessment.rubric_wording)
      ORDER BY rubric_version.wording DESC
      LIMIT 1
    ) AS rubric_version ON TRUE
    LEFT JOIN completed_result AS standing
      ON standing.submission_id = assessment.submission_id AND standing.withdrawn_at IS NULL
    LEFT JOIN LATERAL (${latestDelivery(sql.fragment`assessment.submission_id`)}) AS latest ON TRUE
    CROSS JOIN LATERAL submission_naming(known.course_id, known.exercise_id, known.submission_id) AS naming
    CROSS JOIN LATERAL named_people(known.course_id, known.exercise_id, known.submitter_ids, naming.is_named) AS submitter
    WHERE assessment.id = ${id}::uuid
  `)
}
