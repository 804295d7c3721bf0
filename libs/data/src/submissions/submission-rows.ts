import { isOwnUnreleased, mayClaim, type SubmissionClaimer } from '@course-grading/domain/claims/may-claim'
import type { UpstreamFacts } from '@course-grading/domain/delivery/counted-upstream'
import type { NamedPerson } from '@course-grading/domain/submissions/person-ref'
import type { SubmissionState } from '@course-grading/domain/submissions/submission-state'
import { sql, type FragmentSqlToken } from 'slonik'
import Type, { type Static } from 'typebox'
import { exerciseNameOf } from '../db/exercise-names.ts'
import { isFound } from '../db/planner.ts'
import { json, nullable } from '../db/row.ts'

/** The list that the SQL function `named_people` makes. A submitter who is not on the roster has no name and no tags. */
export const submitters = Type.Array(
  Type.Object({
    userId: Type.Integer(),
    fullName: nullable(Type.String()),
    alias: nullable(Type.Integer()),
    tagSlugs: Type.Array(Type.String()),
  }),
)

/** Students see only released points, and neither automatic points nor status and grade upstream. */
export type Reader = 'staff' | 'student'

export const allColumns = sql.fragment`known.submission_id, known.course_id, known.exercise_id,
  ${exerciseNameOf(sql.fragment`known.course_id`, sql.fragment`known.exercise_id`)} AS exercise_name, known.submitted_at, known.attempt, known.language,
  known.state, known.gone, known.points::float8, known.max_points::float8, known.auto_points::float8, known.upstream_status,
  known.upstream_grade::float8, known.assessment_id, known.grader_id, known.grader_name, known.holder_id, known.holder_name,
  known.lease_expires_at, known.assessment_updated_at, known.postponed_note, known.postponed_at, known.superseded, known.submitters,
  known.upstream_facts`

/** For `chosen (course_id, submission_id, is_registered)`. The caller sorts, and may join more. What is not selected is not computed. */
export const rowsOfChosen = (reader: Reader, columns: FragmentSqlToken = allColumns): FragmentSqlToken => sql.fragment`
  SELECT ${columns}
  FROM chosen
  CROSS JOIN LATERAL ${reader === 'staff' ? forStaff : forStudent} AS known`

const forStaff = sql.fragment`submission_for_staff_of(chosen.course_id, chosen.submission_id, chosen.is_registered)`
const forStudent = sql.fragment`submission_for_student_of(chosen.course_id, chosen.submission_id, chosen.is_registered)`

export const submissionRow = Type.Object({
  submissionId: Type.Integer(),
  courseId: Type.Integer(),
  exerciseId: Type.Integer(),
  exerciseName: nullable(Type.String()),
  submittedAt: Type.String(),
  attempt: nullable(Type.Integer()),
  language: nullable(Type.String()),
  state: Type.Unsafe<SubmissionState>({ type: 'string' }),
  gone: Type.Boolean(),
  points: nullable(Type.Number()),
  maxPoints: nullable(Type.Number()),
  autoPoints: nullable(Type.Number()),
  upstreamStatus: nullable(Type.String()),
  upstreamGrade: nullable(Type.Number()),
  submitters,
  assessmentId: nullable(Type.String()),
  graderId: nullable(Type.Integer()),
  graderName: nullable(Type.String()),
  holderId: nullable(Type.Integer()),
  holderName: nullable(Type.String()),
  leaseExpiresAt: nullable(Type.String()),
  assessmentUpdatedAt: nullable(Type.String()),
  postponedNote: nullable(Type.String()),
  postponedAt: nullable(Type.String()),
  superseded: Type.Boolean(),
  upstreamFacts: json<UpstreamFacts | null>(),
})

export interface ListedSubmission {
  readonly submissionId: number
  readonly courseId: number
  readonly exerciseId: number
  readonly exerciseName: string | null
  readonly submittedAt: string
  /** Null, like the language, if the submission was not registered. */
  readonly attempt: number | null
  readonly language: string | null
  readonly state: SubmissionState
  /** Whether the learning platform is known not to have the submission any more; never said to students. */
  readonly gone: boolean
  readonly points: number | null
  /** Maximum of the visible result, or else of the exercise; null if neither is known. */
  readonly maxPoints: number | null
  /** Points of automatic checks. Always null for students, like `upstream`. */
  readonly autoPoints: number | null
  /** Status and grade as the learning platform showed them last, in the snapshot or to a delivery; null once it is gone there. */
  readonly upstream: { readonly status: string; readonly grade: number } | null
  /** Of the released result whose points these are; null without one. */
  readonly upstreamFacts: UpstreamFacts | null
  /** Ordered by user id, or by alias. Empty after the last submitter was erased. */
  readonly submitters: readonly (NamedPerson & { readonly tagSlugs: readonly string[] })[]
  /** Always null for students. */
  readonly assessment: ListedAssessment | null
  /** Null for students. */
  readonly postponed: { readonly note: string; readonly at: string } | null
  /** Whether a newer attempt took its place; never said to students. */
  readonly superseded: boolean
  readonly mayClaim: boolean
}

export interface ListedAssessment {
  readonly id: string
  /** Who judged last; `holderId` is who may write now. */
  readonly graderId: number
  readonly graderName: string | null
  readonly holderId: number | null
  readonly holderName: string | null
  readonly leaseExpiresAt: string | null
  readonly updatedAt: string
}

/** Null for a claimer means nobody. Each member is named: a list has fifty rows, and copying with `...` is slow. */
export function listedSubmission(
  row: Static<typeof submissionRow>,
  claimer: SubmissionClaimer | null,
): ListedSubmission {
  const { upstreamStatus: status, upstreamGrade: grade } = row
  const { graderId, graderName, holderId, holderName, leaseExpiresAt, assessmentUpdatedAt: updatedAt } = row
  const { postponedNote: note, postponedAt: at } = row
  const isWithheld = claimer !== null && isOwnUnreleased(claimer, row)
  const id = isWithheld ? null : row.assessmentId
  return {
    submissionId: row.submissionId,
    courseId: row.courseId,
    exerciseId: row.exerciseId,
    exerciseName: row.exerciseName,
    submittedAt: row.submittedAt,
    attempt: row.attempt,
    language: row.language,
    state: row.state,
    gone: row.gone,
    points: isWithheld ? null : row.points,
    maxPoints: row.maxPoints,
    autoPoints: row.autoPoints,
    upstream: status === null || grade === null ? null : { status, grade },
    upstreamFacts: row.upstreamFacts,
    submitters: row.submitters,
    assessment:
      id === null || graderId === null || updatedAt === null
        ? null
        : { id, graderId, graderName, holderId, holderName, leaseExpiresAt, updatedAt },
    postponed: isWithheld || note === null || at === null ? null : { note, at },
    superseded: row.superseded,
    mayClaim: claimer !== null && mayClaim(claimer, row),
  }
}

/** `known` as the page of a student shows it, and whether the claimer handed it in: then points may have to be withheld. */
export const briefColumns = (claimer: SubmissionClaimer | null): FragmentSqlToken => sql.fragment`
  known.submission_id, known.exercise_id, known.submitted_at, known.attempt, known.state, known.points::float8, known.max_points::float8,
  known.upstream_status, known.upstream_grade::float8, known.upstream_facts, known.assessment_id, ${isFound(sql.fragment`
    FROM submission_submitter AS own
    WHERE own.submission_id = known.submission_id AND own.user_id = ${claimer?.userId ?? null}::bigint`)} AS is_own`

export const briefRow = Type.Object({
  ...Type.Pick(submissionRow, [
    'submissionId',
    'exerciseId',
    'submittedAt',
    'attempt',
    'state',
    'points',
    'maxPoints',
    'upstreamStatus',
    'upstreamGrade',
    'upstreamFacts',
    'assessmentId',
  ]).properties,
  isOwn: Type.Boolean(),
})

export interface BriefSubmission extends Pick<
  ListedSubmission,
  | 'submissionId'
  | 'exerciseId'
  | 'submittedAt'
  | 'attempt'
  | 'state'
  | 'points'
  | 'maxPoints'
  | 'upstream'
  | 'upstreamFacts'
> {
  readonly assessmentId: string | null
}

export function briefSubmission(row: Static<typeof briefRow>, claimer: SubmissionClaimer | null): BriefSubmission {
  const { submissionId, exerciseId, submittedAt, attempt, state, maxPoints } = row
  const { upstreamStatus: status, upstreamGrade: grade } = row
  const isWithheld = claimer !== null && isOwnUnreleased(claimer, { state, submitters: row.isOwn ? [claimer] : [] })
  return {
    submissionId,
    exerciseId,
    submittedAt,
    attempt,
    state,
    points: isWithheld ? null : row.points,
    maxPoints,
    upstream: status === null || grade === null ? null : { status, grade },
    upstreamFacts: row.upstreamFacts,
    assessmentId: isWithheld ? null : row.assessmentId,
  }
}
