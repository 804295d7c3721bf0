import type { DeliveryState } from '@course-grading/domain/delivery/delivery-state'
import type { ResultPart } from '@course-grading/domain/rubrics/result-part'
import type { SubmissionState } from '@course-grading/domain/submissions/submission-state'
import { sql, type FragmentSqlToken } from 'slonik'
import Type, { type Static } from 'typebox'
import { json, nullable } from '../db/row.ts'
import { keptApart } from '../db/planner.ts'

const person = Type.Object({
  /** The other members are null for a person with an alias; the names also for a person who is not on the roster. */
  userId: nullable(Type.Integer()),
  username: nullable(Type.String()),
  studentId: nullable(Type.String()),
  fullName: nullable(Type.String()),
  alias: nullable(Type.Integer()),
})

const columns = {
  submissionId: nullable(Type.Integer()),
  assessmentId: nullable(Type.String()),
  attempt: nullable(Type.Integer()),
  submittedAt: nullable(Type.String()),
  state: nullable(Type.Unsafe<SubmissionState>({ type: 'string' })),
  /** Of the result that stands; while released work is graded again, of the released one. */
  points: nullable(Type.Number()),
  maxPoints: nullable(Type.Number()),
  /** Null for a result that was completed before parts were stored. */
  parts: json<readonly ResultPart[] | null>(),
  graderId: nullable(Type.Integer()),
  completedAt: nullable(Type.String()),
  releasedAt: nullable(Type.String()),
  deliveryState: nullable(Type.Unsafe<DeliveryState>({ type: 'string' })),
  standing: nullable(Type.String()),
  upstreamStatus: nullable(Type.String()),
  upstreamGrade: nullable(Type.Number()),
  /** Ordered by user id, or by alias. Empty after the last one was erased. */
  people: Type.Array(person),
}
/** `userIds` has also people with an alias. */
export const gradeRow = Type.Object({ ...columns, userIds: Type.Array(Type.Integer()) })
const plainColumns = Type.Object(columns)

export interface GradeRow extends Static<typeof plainColumns> {
  /** Null if no course knows it. */
  readonly graderName: string | null
}

/** The people of `own.ids` who handed in `chosen`, named by `naming.is_named`, with their data in `roster_student`, without what an alias hides. */
export const peopleOfChosen: FragmentSqlToken = sql.fragment`(
  SELECT coalesce(json_agg(json_build_object(
    'userId', CASE WHEN own.alias IS NULL THEN own.user_id END,
    'username', CASE WHEN own.alias IS NULL THEN roster_student.username END,
    'studentId', CASE WHEN own.alias IS NULL THEN roster_student.student_id END,
    'fullName', CASE WHEN own.alias IS NULL THEN roster_student.full_name END,
    'alias', own.alias
  ) ORDER BY own.alias, own.user_id), '[]')
  -- Otherwise the alias would be looked up again for each value that it hides, and without LIMIT the whole roster joined.
  FROM (
    SELECT given.user_id, shown.alias
    FROM unnest(own.ids) AS given (user_id)
    CROSS JOIN LATERAL alias_of(chosen.course_id, chosen.exercise_id, given.user_id, naming.is_named) AS shown
    ${keptApart}
  ) AS own
  LEFT JOIN LATERAL (
    SELECT roster_student.username, roster_student.student_id, roster_student.full_name
    FROM roster_student
    WHERE roster_student.course_id = chosen.course_id AND roster_student.user_id = own.user_id
    LIMIT 1
  ) AS roster_student ON TRUE
)`
