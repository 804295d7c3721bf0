import Type, { type Static } from 'typebox'
import type { Db, Tx } from '../db.ts'
import { nullable, statement } from '../row.ts'
import type { StoredAssessment } from './find-assessment.ts'

const row = Type.Object({
  id: Type.Integer(),
  event: Type.Unsafe<
    | 'claimed'
    | 'saved'
    | 'feedback_saved'
    | 'handed_back'
    | 'postponed'
    | 'taken_over'
    | 'restarted'
    | 'completed'
    | 'reopened'
    | 'released'
    | 'migrated'
    | 'revealed'
    | 'superseded'
  >({ type: 'string' }),
  byUserId: nullable(Type.Integer()),
  at: Type.String(),
  fromRevision: Type.Integer(),
  toRevision: Type.Integer(),
  pointsBefore: Type.Number(),
  pointsAfter: Type.Number(),
  reason: nullable(Type.String()),
  /** JSON text of scores, adjustment and note; null if the step left none, or where the text does not fit on the page. */
  judgement: nullable(Type.String()),
  fits: Type.Boolean(),
})
export type StoredAssessmentEvent = Static<typeof row>

const list = statement('listAssessmentEvents', row)
const hasHeld = statement('hasHeldAssessment', Type.Object({ hasHeld: Type.Boolean() }))
const insertRevealed = statement('insertRevealedEvent', Type.Object({ id: Type.Integer() }))

/**
 * The maximum size of the judgements on one page, so that a reply stays below 2 MiB and few judgements are read without being
 * sent.
 */
const maxPageBytes = 1_000_000

/**
 * The history of an assessment, the newest first, with what each step left. Once the judgements together exceed `maxPageBytes`,
 * the remaining rows have `fits: false`, and belong on the next page. The first row always fits. One statement.
 */
export async function listAssessmentEvents(
  db: Db,
  {
    assessmentId,
    before,
    limit,
  }: {
    readonly assessmentId: string
    /** The last one of the page before. */
    readonly before: number | null
    readonly limit: number
  },
): Promise<readonly StoredAssessmentEvent[]> {
  return await db.any(list`
    WITH page AS (
      SELECT assessment_event.id, sum(coalesce(octet_length(assessment_event.judgement::text), 0)) OVER newest <= ${maxPageBytes}::bigint
          OR row_number() OVER newest = 1 AS fits
      FROM assessment_event
      WHERE assessment_event.assessment_id = ${assessmentId}::uuid
        AND (${before}::bigint IS NULL OR assessment_event.id < ${before}::bigint)
      WINDOW newest AS (ORDER BY assessment_event.id DESC)
      ORDER BY assessment_event.id DESC
      LIMIT ${limit}::integer
    )
    SELECT assessment_event.id, assessment_event.event, assessment_event.by_user_id AS "byUserId", assessment_event.at,
      assessment_event.from_revision AS "fromRevision", assessment_event.to_revision AS "toRevision",
      assessment_event.points_before::float8 AS "pointsBefore", assessment_event.points_after::float8 AS "pointsAfter",
      assessment_event.reason, CASE WHEN page.fits THEN assessment_event.judgement END AS judgement, page.fits
    FROM page
    JOIN assessment_event ON assessment_event.id = page.id
    ORDER BY assessment_event.id DESC
  `)
}

/** Whether somebody has held an assessment at any time. One statement. */
export async function hasHeldAssessment(
  db: Db,
  { assessmentId, userId }: { readonly assessmentId: string; readonly userId: number },
): Promise<boolean> {
  const row = await db.maybeOne(hasHeld`
    SELECT EXISTS (
      SELECT
      FROM assessment_event
      WHERE assessment_event.assessment_id = ${assessmentId}::uuid AND assessment_event.by_user_id = ${userId}::bigint
        AND assessment_event.event IN ('claimed', 'taken_over', 'restarted', 'reopened')
    ) AS "hasHeld"
  `)
  return row?.hasHeld === true
}

/**
 * Records that somebody asked who handed in anonymous work. Call it in the transaction that locked the assessment. One
 * statement.
 */
export async function insertRevealedEvent(
  tx: Tx,
  { id }: Pick<StoredAssessment, 'id'>,
  step: { readonly userId: number; readonly reason: string },
): Promise<void> {
  await tx.any(insertRevealed`
    INSERT INTO assessment_event (
      assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after, reason
    )
    SELECT assessment.id, clock_timestamp(), 'revealed', ${step.userId}::bigint, assessment.revision, assessment.revision, assessment.points,
      assessment.points, ${step.reason}
    FROM assessment
    WHERE assessment.id = ${id}::uuid
    RETURNING assessment_event.id
  `)
}
