import type { Adjustment, Scores } from '@course-grading/domain/rubrics/score'
import type { NamedPerson } from '@course-grading/domain/submissions/person-ref'
import { type FragmentSqlToken, sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import type { AssessmentEventName } from '../history/insert-assessment-events.ts'
import { json, nullable, read } from '../db/row.ts'
import { staffNameOf } from '../db/staff-names.ts'
import { isNamedUnlike } from '../submissions/submission-names.ts'

const row = Type.Object({
  id: Type.Integer(),
  event: Type.Unsafe<AssessmentEventName>({ type: 'string' }),
  byUserId: nullable(Type.Integer()),
  byName: nullable(Type.String()),
  at: Type.String(),
  fromRevision: Type.Integer(),
  toRevision: Type.Integer(),
  pointsBefore: Type.Number(),
  pointsAfter: Type.Number(),
  reason: nullable(Type.String()),
  /** The judgement that the step left; null if it left none, or if `fits` is false. */
  judgement: json<{
    readonly scores: Scores
    readonly adjustment: Adjustment | null
    readonly privateNote: string
  } | null>(),
  /** Of `submitters_changed`; null for other events, and after an erasure. */
  submitters: json<{ readonly before: readonly NamedPerson[]; readonly after: readonly NamedPerson[] } | null>(),
  fits: Type.Boolean(),
})
export type StoredAssessmentEvent = Static<typeof row>

const findCompletedRevisionRow = Type.Object({ revision: Type.Integer() })
const hasHeldAssessmentRow = Type.Object({ hasHeld: Type.Boolean() })

/** Bytes of the judgements on one page, so that a reply stays below 2 MiB. */
const maxPageBytes = 1_000_000

const newerOfKnown = sql.fragment`
  SELECT submission.submission_id, submission.course_id, submission.exercise_id
  FROM submission_submitter AS common
  JOIN submission ON submission.submission_id = common.submission_id
  WHERE common.user_id = known.submitter_ids[1] AND submission.course_id = known.course_id
    AND submission.exercise_id = known.exercise_id AND known.submitter_ids <@ submission.submitter_ids
    AND (submission.submitted_at, submission.submission_id) > (known.submitted_at, known.submission_id)`

const people = (ids: FragmentSqlToken) => sql.fragment`(
  SELECT named.list FROM named_people(known.course_id, known.exercise_id, ${ids}, naming.is_named) AS named
)`

/**
 * The history of an assessment, newest first. A `superseded` that could tell who is behind the aliases of newer work is left out, see
 * `isNamedUnlike`. Once the judgements exceed `maxPageBytes`, the remaining rows have `fits: false` and belong on the next page; the first
 * row always fits.
 */
export async function listAssessmentEvents(
  db: Db,
  {
    assessmentId,
    before,
    limit,
  }: {
    readonly assessmentId: string
    readonly before: number | null
    readonly limit: number
  },
): Promise<readonly StoredAssessmentEvent[]> {
  return await db.any(read('listAssessmentEvents', row)`
    WITH known AS MATERIALIZED (
      SELECT submission.submission_id, submission.course_id, submission.exercise_id, submission.submitted_at, submission.submitter_ids
      FROM assessment
      JOIN submission ON submission.submission_id = assessment.submission_id
      WHERE assessment.id = ${assessmentId}::uuid
    ),
    page AS (
      SELECT assessment_event.id, sum(coalesce(octet_length(assessment_event.judgement::text), 0)) OVER newest <= ${maxPageBytes}::bigint
          OR row_number() OVER newest = 1 AS fits
      FROM assessment_event
      WHERE assessment_event.assessment_id = ${assessmentId}::uuid
        AND (${before}::bigint IS NULL OR assessment_event.id < ${before}::bigint)
        AND (assessment_event.event <> 'superseded' OR NOT EXISTS (
          SELECT FROM known CROSS JOIN LATERAL (${newerOfKnown}) AS newer WHERE ${isNamedUnlike(sql.fragment`(
            SELECT newer.course_id, newer.exercise_id, newer.submission_id
          )`)}
        ))
      WINDOW newest AS (ORDER BY assessment_event.id DESC)
      ORDER BY assessment_event.id DESC
      LIMIT ${limit}::integer
    )
    SELECT assessment_event.id, assessment_event.event, assessment_event.by_user_id,
      ${staffNameOf(sql.fragment`assessment_event.by_user_id`, sql.fragment`assessment.course_id`)} AS by_name, assessment_event.at,
      assessment_event.from_revision, assessment_event.to_revision,
      assessment_event.points_before::float8, assessment_event.points_after::float8,
      assessment_event.reason, CASE WHEN page.fits THEN assessment_event.judgement END AS judgement,
      CASE WHEN assessment_event.before_submitter_ids IS NOT NULL THEN json_build_object(
        'before', ${people(sql.fragment`assessment_event.before_submitter_ids`)},
        'after', ${people(sql.fragment`assessment_event.after_submitter_ids`)}
      ) END AS submitters, page.fits
    FROM page
    JOIN assessment_event ON assessment_event.id = page.id
    JOIN assessment ON assessment.id = assessment_event.assessment_id
    CROSS JOIN known
    CROSS JOIN LATERAL submission_naming(known.course_id, known.exercise_id, known.submission_id) AS naming
    ORDER BY assessment_event.id DESC
  `)
}

export async function findCompletedRevision(db: Db, assessmentId: string): Promise<number | null> {
  const row = await db.maybeOne(read('findCompletedRevision', findCompletedRevisionRow)`
    SELECT assessment_event.to_revision AS revision
    FROM assessment_event
    WHERE assessment_event.assessment_id = ${assessmentId}::uuid AND assessment_event.event = 'completed'
    ORDER BY assessment_event.id DESC
    LIMIT 1
  `)
  return row?.revision ?? null
}

export async function hasHeldAssessment(
  db: Db,
  { assessmentId, userId }: { readonly assessmentId: string; readonly userId: number },
): Promise<boolean> {
  const row = await db.one(read('hasHeldAssessment', hasHeldAssessmentRow)`
    SELECT EXISTS (
      SELECT
      FROM assessment_event
      WHERE assessment_event.assessment_id = ${assessmentId}::uuid AND assessment_event.by_user_id = ${userId}::bigint
        AND assessment_event.event IN ('claimed', 'taken_over', 'restarted', 'reopened')
    ) AS has_held
  `)
  return row.hasHeld
}
