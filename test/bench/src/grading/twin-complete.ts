import { markCompleted } from '@course-grading/data/assessments/complete-assessment'
import { insertCompletedResult } from '@course-grading/data/delivery/insert-delivery'
import { findFeedbackText } from '@course-grading/data/feedback/find-feedback-text'
import { lockStoredSubmission } from '@course-grading/data/lock-order'
import { resultTexts } from '@course-grading/domain/assessments/result-texts'
import type { Pool } from 'pg'
import { queriesLike, recordStatements } from '../recorded-statements.ts'
import { rubric, scoredPoints, scores } from './course.ts'
import { askerOf, graderOf, inTransaction } from '../twin-access.ts'
import { findQuery, replyOf, scored, type TwinAssessment } from './twin-assessment.ts'
import { lockQuery } from './twin-save.ts'

const judged = {
  assessmentId: '00000000-0000-4000-8000-000000000701',
  rubricId: '00000000-0000-4000-8000-000000000702',
  rubricVersion: 703,
  rubricWording: 704,
  scores: 'scores',
  adjustment: null,
  feedbackRevision: 705,
}
const result = {
  submissionId: 706,
  points: 'points',
  maxPoints: 'maximum',
  feedbackHtml: 'feedback',
  payload: 'payload',
  studentText: 'student text',
  parts: 'parts',
  createdBy: 707,
}
const place = { courseId: 708, exerciseId: 709 }
const marks = { ...judged, ...result, ...place, revision: 710 }
const [readFeedback] = await recordStatements((tx) => findFeedbackText(tx, judged.assessmentId), [])
const [lockStored] = await recordStatements((tx) => lockStoredSubmission(tx, result.submissionId), [])
const [insertResult] = await recordStatements(
  (tx) =>
    insertCompletedResult(
      tx,
      { ...result, judgement: judged },
      { ...place, submissionId: result.submissionId },
      { state: 'held', byUserId: result.createdBy },
    ),
  [],
)
const [complete] = await recordStatements(
  (tx) =>
    markCompleted(
      tx,
      { id: judged.assessmentId, revision: marks.revision, rubricWording: judged.rubricWording },
      { points: result.points, userId: result.createdBy, isReleased: false },
    ),
  [],
)
const feedbackQuery = queriesLike('findFeedbackText', readFeedback!, marks)
const lockStoredQuery = queriesLike('lockStoredSubmission', lockStored!, marks)
const insertResultQuery = queriesLike('insertResultAndDelivery', insertResult!, marks)
const completeQuery = queriesLike('completeAssessment', complete!, marks)

/** Every assessment of the contest has the same scores, so the text about them is made once. */
const { byCriterion, parts } = scored(rubric, scores)
const texts = resultTexts({
  rubricId: null,
  version: 1,
  wording: 1,
  document: rubric,
  scores,
  adjustment: null,
  points: scoredPoints,
  byCriterion,
  parts,
  feedback: { language: 'fi', bodyHtml: '', annotations: [] },
  courseLanguage: 'fi',
})

/** Completes an assessment. Twelve queries, with those that begin and end the transaction. */
export async function completeScores(pool: Pool, authorization: string, id: string): Promise<object> {
  const asker = await askerOf(pool, authorization)
  const {
    rows: [known],
  } = await pool.query<TwinAssessment>(findQuery({ id }))
  const { courseId, exerciseId, submissionId } = known!
  await graderOf(pool, asker, Number(courseId))
  await pool.query(feedbackQuery({ ...emptied, assessmentId: id }))
  const row = await inTransaction(pool, async (run) => {
    await run(lockStoredQuery({ ...emptied, submissionId }))
    await run(lockQuery({ id }))
    const found = await run<TwinAssessment>(findQuery({ id }))
    const { rubricId, rubricVersion, rubricWording, feedbackRevision, revision } = found
    const given = {
      ...emptied,
      ...texts,
      parts: JSON.stringify(parts),
      assessmentId: id,
      rubricId,
      rubricVersion,
      rubricWording,
      scores: JSON.stringify(found.scores),
      feedbackRevision,
      submissionId,
      courseId,
      exerciseId,
      points: String(scored(found.rubricDocument, found.scores).points),
      maxPoints: String(found.rubricDocument.maxPoints),
      createdBy: asker.userId,
      revision,
    }
    await run(insertResultQuery(given))
    await run(completeQuery(given))
    return await run<TwinAssessment>(findQuery({ id }))
  })
  return replyOf(row)
}

const emptied = Object.fromEntries(Object.keys(marks).map((key) => [key, null])) as Record<keyof typeof marks, unknown>
