import type { FeedbackText } from '@course-grading/domain/feedback/feedback-text'
import type { PartRevisions } from '@course-grading/domain/documents/part-revisions'
import type { NamedPerson } from '@course-grading/domain/submissions/person-ref'
import { sql, type FragmentSqlToken } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { staffNameOf } from '../db/staff-names.ts'
import { json, nullable, read } from '../db/row.ts'

const row = Type.Object({
  id: Type.String(),
  courseId: Type.Integer(),
  submissionId: nullable(Type.Integer()),
  exerciseId: nullable(Type.Integer()),
  /** The student that the document is about; null for a document of a submission. */
  userId: nullable(Type.Integer()),
  assessmentId: nullable(Type.String()),
  language: Type.String(),
  state: Type.Unsafe<'draft' | 'published' | 'withdrawn'>({ type: 'string' }),
  revision: Type.Integer(),
  body: Type.String(),
  annotations: json<FeedbackText['annotations']>(),
  partRevisions: json<PartRevisions>(),
  authorId: Type.Integer(),
  authorName: nullable(Type.String()),
  updatedBy: Type.Integer(),
  updatedByName: nullable(Type.String()),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  publishedAt: nullable(Type.String()),
  readAt: nullable(Type.String()),
  fixture: Type.Boolean(),
  assessmentState: nullable(Type.Unsafe<'in_progress' | 'completed'>({ type: 'string' })),
  assessmentRevision: nullable(Type.Integer()),
  holderId: nullable(Type.Integer()),
  holderName: nullable(Type.String()),
  graderId: nullable(Type.Integer()),
  leaseMinutes: Type.Integer(),
  isReleased: Type.Boolean(),
  submissionLanguage: nullable(Type.String()),
  /** The tags of the student, or of all submitters, and the user ids of these people. */
  tagSlugs: Type.Array(Type.String()),
  submitterIds: Type.Array(Type.Integer()),
})
export type StoredFeedback = Static<typeof row>

const nameOf = (userId: FragmentSqlToken) => staffNameOf(userId, sql.fragment`feedback.course_id`)

/** To change a document of a submission, lock the row of the submission before this call. */
export async function findFeedback(db: Db, id: string): Promise<StoredFeedback | null> {
  return await db.maybeOne(read('findFeedback', row)`
    SELECT feedback.id, feedback.course_id, feedback.submission_id,
      assessment.exercise_id, feedback.user_id, feedback.assessment_id,
      feedback.language, feedback.state, feedback.revision, feedback.body, feedback.annotations,
      feedback.part_revisions, feedback.author_id,
      ${nameOf(sql.fragment`feedback.author_id`)} AS author_name, feedback.updated_by,
      ${nameOf(sql.fragment`feedback.updated_by`)} AS updated_by_name,
      feedback.created_at, feedback.updated_at,
      coalesce(feedback.published_at, released.at) AS published_at, read.at AS read_at, feedback.fixture,
      assessment.state AS assessment_state, assessment.revision AS assessment_revision, assessment.holder_id,
      ${nameOf(sql.fragment`assessment.holder_id`)} AS holder_name,
      assessment.grader_id, coalesce(exercise_grading.lease_minutes, 30) AS lease_minutes,
      released.at IS NOT NULL AS is_released, submission.language AS submission_language,
      people.ids AS submitter_ids, ARRAY(
        SELECT DISTINCT unnest(present_student.tag_slugs)
        FROM present_student
        WHERE present_student.course_id = feedback.course_id AND present_student.user_id = ANY (feedback.user_id || people.ids)
      ) AS tag_slugs
    FROM feedback
    LEFT JOIN assessment ON assessment.id = feedback.assessment_id
    LEFT JOIN submission ON submission.submission_id = feedback.submission_id
    LEFT JOIN exercise_grading ON exercise_grading.course_id = assessment.course_id
      AND exercise_grading.exercise_id = assessment.exercise_id
    CROSS JOIN LATERAL (
      SELECT max(completed_result.released_at) AS at FROM completed_result WHERE completed_result.assessment_id = feedback.assessment_id
    ) AS released
    CROSS JOIN LATERAL (
      SELECT min(feedback_read.read_at) AS at
      FROM feedback_read
      WHERE feedback_read.feedback_id = feedback.id AND feedback_read.read_at >= coalesce(feedback.published_at, released.at)
    ) AS read
    CROSS JOIN LATERAL (
      SELECT ARRAY(
        SELECT submission_submitter.user_id
        FROM submission_submitter
        WHERE submission_submitter.submission_id = feedback.submission_id
        ORDER BY submission_submitter.user_id
      ) AS ids
    ) AS people
    WHERE feedback.id = ${id}::uuid
  `)
}

const personRow = Type.Object({
  userId: Type.Integer(),
  fullName: nullable(Type.String()),
  alias: nullable(Type.Integer()),
})

export async function listPeopleOfFeedback(db: Db, id: string): Promise<readonly NamedPerson[]> {
  return await db.any(read('listPeopleOfFeedback', personRow)`
    SELECT people.user_id, roster_student.full_name, people.alias
    FROM (
      SELECT feedback.course_id, feedback.user_id, NULL::integer AS alias
      FROM feedback
      WHERE feedback.id = ${id}::uuid AND feedback.user_id IS NOT NULL
      UNION ALL
      SELECT known.course_id, own.user_id, shown.alias
      FROM feedback
      JOIN submission AS known ON known.submission_id = feedback.submission_id
      JOIN submission_submitter AS own ON own.submission_id = known.submission_id
      CROSS JOIN LATERAL submission_naming(known.course_id, known.exercise_id, known.submission_id) AS naming
      CROSS JOIN LATERAL alias_of(known.course_id, known.exercise_id, own.user_id, naming.is_named) AS shown
      WHERE feedback.id = ${id}::uuid
    ) AS people
    LEFT JOIN roster_student ON roster_student.course_id = people.course_id AND roster_student.user_id = people.user_id
    -- The order of aliases tells nothing of the people.
    ORDER BY people.alias, people.user_id
  `)
}
