import type { FeedbackText } from '@course-grading/domain/feedback/feedback-text'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { json, read } from '../db/row.ts'

const row = Type.Object({
  revision: Type.Integer(),
  language: Type.String(),
  body: Type.String(),
  annotations: json<FeedbackText['annotations']>(),
})
type StoredFeedbackText = Static<typeof row>

export async function findFeedbackText(db: Db, assessmentId: string): Promise<StoredFeedbackText | null> {
  return await db.maybeOne(read('findFeedbackText', row)`
    SELECT feedback.revision, feedback.language, feedback.body, feedback.annotations
    FROM feedback
    WHERE feedback.assessment_id = ${assessmentId}::uuid
  `)
}
