import type { FeedbackText } from '@course-grading/domain/feedback/feedback-text'
import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { staffNameOf } from '../db/staff-names.ts'
import { json, nullable, read } from '../db/row.ts'

const brief = {
  number: Type.Integer(),
  language: Type.String(),
  savedBy: Type.Integer(),
  savedByName: nullable(Type.String()),
  begunAt: Type.String(),
  savedAt: Type.String(),
  closedAt: nullable(Type.String()),
}
const briefRow = Type.Object(brief)
const wholeRow = Type.Object({
  ...brief,
  newest: Type.Integer(),
  body: Type.String(),
  annotations: json<FeedbackText['annotations']>(),
})
export type StoredFeedbackVersionBrief = Static<typeof briefRow>
type StoredFeedbackVersion = Static<typeof wholeRow>

const newestRow = Type.Object({ number: Type.Integer(), isFrozen: Type.Boolean() })

const columns = sql.fragment`feedback_version.version AS number, feedback_version.language, feedback_version.saved_by,
  ${staffNameOf(sql.fragment`feedback_version.saved_by`, sql.fragment`feedback.course_id`)} AS saved_by_name,
  feedback_version.begun_at, feedback_version.saved_at, feedback_version.closed_at`

export async function selectFeedbackVersions(
  db: Db,
  {
    feedbackId,
    before,
    limit,
  }: { readonly feedbackId: string; readonly before: number | null; readonly limit: number },
): Promise<readonly StoredFeedbackVersionBrief[]> {
  return await db.any(read('listFeedbackVersions', briefRow)`
    SELECT ${columns}
    FROM feedback_version
    JOIN feedback ON feedback.id = feedback_version.feedback_id
    WHERE feedback_version.feedback_id = ${feedbackId}::uuid
      AND (${before}::bigint IS NULL OR feedback_version.version < ${before}::bigint)
    ORDER BY feedback_version.version DESC
    LIMIT ${limit}::integer
  `)
}

export async function findFeedbackVersion(
  db: Db,
  feedbackId: string,
  number: number,
): Promise<StoredFeedbackVersion | null> {
  return await db.maybeOne(read('findFeedbackVersion', wholeRow)`
    SELECT ${columns}, feedback_version.body, feedback_version.annotations,
      (
        SELECT newest.version
        FROM feedback_version AS newest
        WHERE newest.feedback_id = feedback_version.feedback_id
        ORDER BY newest.version DESC
        LIMIT 1
      ) AS newest
    FROM feedback_version
    JOIN feedback ON feedback.id = feedback_version.feedback_id
    WHERE feedback_version.feedback_id = ${feedbackId}::uuid AND feedback_version.version = ${number}::bigint
  `)
}

/** Null for a document that was never saved. */
export async function findNewestFeedbackVersion(db: Db, feedbackId: string): Promise<Static<typeof newestRow> | null> {
  return await db.maybeOne(read('findNewestFeedbackVersion', newestRow)`
    SELECT feedback_version.version AS number, feedback_version.closed_at IS NOT NULL AS is_frozen
    FROM feedback_version
    WHERE feedback_version.feedback_id = ${feedbackId}::uuid
    ORDER BY feedback_version.version DESC
    LIMIT 1
  `)
}
