import { beginAssessment, beginFeedback, type BegunAssessment } from '@course-grading/domain/claims/begin-assessment'
import type { FeedbackText } from '@course-grading/domain/feedback/feedback-text'
import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import { sql } from 'slonik'
import Type from 'typebox'
import { findAssessment, type StoredAssessment } from '../assessments/find-assessment.ts'
import { recordStep } from '../assessments/record-step.ts'
import type { Tx } from '../db/db.ts'
import { newId } from '../db/new-id.ts'
import { json, nullable, read, write } from '../db/row.ts'
import { presentMaxPoints } from '../submissions/known-upstream.ts'

export interface Claimer {
  readonly courseId: number
  readonly exerciseId: number
  readonly graderId: number
  readonly courseLanguages: readonly string[]
}

const workRow = Type.Object({
  draftId: nullable(Type.String()),
  language: Type.String(),
  /** The present maximum of the exercise. */
  maxPoints: Type.Integer(),
  autoPoints: nullable(Type.Number()),
  addsAutoPoints: Type.Boolean(),
  leaseMinutes: Type.Integer(),
  rubricId: nullable(Type.String()),
  rubricVersion: Type.Integer(),
  rubric: json<RubricDocument | null>(),
  templates: json<Readonly<Record<string, string>>>(),
  exerciseName: Type.String(),
})
const writeClaimRow = Type.Object({ id: Type.String() })

/** The submission's row is locked, so that the draft is the newest. */
export async function findWorkToBegin(tx: Tx, submissionId: number) {
  const found = await tx.one(read('findWorkToBegin', workRow)`
    SELECT draft.id AS draft_id, submission.language,
      ${presentMaxPoints(sql.fragment`submission.course_id`, sql.fragment`submission.exercise_id`)} AS max_points,
      submission.auto_points::float8, coalesce(exercise_grading.auto_points = 'added', FALSE) AS adds_auto_points,
      coalesce(exercise_grading.lease_minutes, 30) AS lease_minutes,
      rubric.rubric_id, coalesce(rubric.version, 0) AS rubric_version, rubric.document AS rubric,
      coalesce(feedback_template.templates, '{}') AS templates, coalesce(snapshot_exercise.name, '') AS exercise_name
    FROM submission
    LEFT JOIN assessment AS draft ON draft.submission_id = submission.submission_id AND draft.round = 1
    LEFT JOIN exercise_grading ON exercise_grading.course_id = submission.course_id
      AND exercise_grading.exercise_id = submission.exercise_id
    LEFT JOIN LATERAL (
      SELECT rubric_version.rubric_id, rubric_version.version, rubric_version.document
      FROM rubric_version
      WHERE rubric_version.rubric_id = exercise_grading.rubric_id
      ORDER BY rubric_version.version DESC, rubric_version.wording DESC
      LIMIT 1
    ) AS rubric ON TRUE
    LEFT JOIN feedback_template ON feedback_template.course_id = submission.course_id
    LEFT JOIN snapshot_exercise ON snapshot_exercise.course_id = submission.course_id
      AND snapshot_exercise.exercise_id = submission.exercise_id
    WHERE submission.submission_id = ${submissionId}::bigint
  `)
  const { draftId } = found
  return {
    ...found,
    submissionId,
    draft: draftId === null ? null : await findAssessment(tx, draftId),
  }
}
type Work = Awaited<ReturnType<typeof findWorkToBegin>>

/** Begins the assessment of a locked submission, or takes up its draft. With `isOffered`, `insertNextClaim` returns it again until it is saved. */
export async function beginClaim(tx: Tx, claimer: Claimer, work: Work, isOffered: boolean): Promise<StoredAssessment> {
  const before = work.draft
  const begun = beginAssessment(work, before, claimer.graderId)
  const id = await writeClaim(tx, claimer.graderId, { ...work, ...begun, isOffered })
  const { revision, points } = begun
  await recordStep(tx, before ?? { id, revision, points }, {
    name: 'claimed',
    byUserId: claimer.graderId,
    toRevision: revision,
    pointsAfter: points,
  })
  if (before === null) await insertFeedback(tx, id, beginFeedback(work, claimer.courseLanguages))
  const assessment = await findAssessment(tx, id)
  if (assessment === null) throw new Error('an assessment that was claimed is gone')
  return assessment
}

type ClaimToWrite = BegunAssessment & Pick<Work, 'submissionId' | 'leaseMinutes'> & { readonly isOffered: boolean }

async function writeClaim(tx: Tx, holderId: number, claim: ClaimToWrite): Promise<string> {
  const row = await tx.one(write('writeClaim', writeClaimRow)`
    INSERT INTO assessment (
      id, submission_id, course_id, exercise_id, round, state, revision, grader_id, holder_id, claimed_at, lease_until, is_offered,
      rubric_id, rubric_version, max_points, scores, adjustment, private_note, part_revisions, points, started_at, updated_at, fixture
    )
    SELECT ${newId()}::uuid, submission.submission_id, submission.course_id, submission.exercise_id, 1, 'in_progress',
      ${claim.revision}::integer, ${claim.graderId}::bigint, ${holderId}::bigint, clock.now,
      clock.now + make_interval(mins => ${claim.leaseMinutes}::integer), ${claim.isOffered}, ${claim.rubricId}::uuid,
      ${claim.rubricVersion}::integer, ${claim.ownMaxPoints}::bigint, '{}', NULL, '', ${JSON.stringify(claim.partRevisions)}::json,
      ${String(claim.points)}::numeric, clock.now, clock.now, submission.fixture
    FROM submission, (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) AS clock
    WHERE submission.submission_id = ${claim.submissionId}::bigint
    ON CONFLICT (submission_id, round) DO UPDATE
    SET revision = EXCLUDED.revision, grader_id = EXCLUDED.grader_id, holder_id = EXCLUDED.holder_id, claimed_at = EXCLUDED.claimed_at,
      lease_until = EXCLUDED.lease_until, is_offered = EXCLUDED.is_offered, rubric_id = EXCLUDED.rubric_id,
      rubric_version = EXCLUDED.rubric_version, max_points = EXCLUDED.max_points, part_revisions = EXCLUDED.part_revisions,
      points = EXCLUDED.points, updated_at = EXCLUDED.updated_at
    WHERE assessment.state = 'in_progress'
    RETURNING assessment.id
  `)
  return row.id
}

async function insertFeedback(
  tx: Tx,
  assessmentId: string,
  { language, body }: Pick<FeedbackText, 'language' | 'body'>,
) {
  await tx.any(write('insertFeedbackOfClaim')`
    INSERT INTO feedback (
      id, course_id, submission_id, assessment_id, language, state, revision, body, annotations, author_id, updated_by, created_at,
      updated_at, fixture
    )
    SELECT ${newId()}::uuid, assessment.course_id, assessment.submission_id, assessment.id, ${language}, 'draft', 1, ${body}, '{}',
      assessment.holder_id, assessment.holder_id, clock_timestamp(), clock_timestamp(), assessment.fixture
    FROM assessment
    WHERE assessment.id = ${assessmentId}::uuid
  `)
}
