import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFeedbackText } from '@course-grading/data/feedback/find-feedback-text'
import { lockStoredSubmission } from '@course-grading/data/lock-order'
import { resultTexts } from '@course-grading/domain/assessments/result-texts'
import type { Pool } from 'pg'
import { queriesLike, recordStatements, rowsOf } from '../recorded-statements.ts'
import { rubric, scoredPoints, scores } from './course.ts'
import { askerOf, graderOf, inTransaction } from '../twin-access.ts'
import { findQuery, replyOf, scored, type TwinAssessment } from './twin-assessment.ts'
import { lockQuery } from './twin-save.ts'

const marks = { assessmentId: '00000000-0000-4000-8000-000000000701', submissionId: 702 }
const [readFeedback] = await recordStatements((tx) => findFeedbackText(tx, marks.assessmentId), [])
const [lockStored] = await recordStatements((tx) => lockStoredSubmission(tx, marks.submissionId), [])
const feedbackQuery = queriesLike('findFeedbackText', readFeedback!, marks)
const lockStoredQuery = queriesLike('lockStoredSubmission', lockStored!, marks)
const [resultInOne = '', completeInOne = ''] = ['result', 'complete'].map((what) =>
  readFileSync(join(import.meta.dirname, `${what}-in-one.sql`), 'utf8'),
)

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
  const [known] = await rowsOf<TwinAssessment>(pool, findQuery({ id }))
  const { courseId, exerciseId, submissionId } = known!
  await graderOf(pool, asker, Number(courseId))
  await pool.query(feedbackQuery({ assessmentId: id, submissionId }))
  const row = await inTransaction(pool, async (run) => {
    await run(lockStoredQuery({ assessmentId: id, submissionId }))
    await run(lockQuery({ id }))
    const found = await run<TwinAssessment>(findQuery({ id }))
    const { rubricId, rubricVersion, rubricWording, feedbackRevision, revision } = found
    const points = String(scored(found.rubricDocument, found.scores).points)
    const { feedbackHtml, payload, studentText } = texts
    const ids = [submissionId, courseId, exerciseId, randomUUIDv7()]
    const shown = [points, String(found.rubricDocument.maxPoints), feedbackHtml, payload, asker.userId]
    const rubricOf = [id, rubricId, rubricVersion, rubricWording]
    const frozen = [
      JSON.stringify(found.scores),
      null,
      feedbackRevision,
      studentText,
      JSON.stringify(parts),
      randomUUIDv7(),
    ]
    await run({ name: 'resultInOne', text: resultInOne, values: [...ids, ...shown, ...rubricOf, ...frozen] })
    const completed = [id, asker.userId, rubricWording, points, revision]
    await run({ name: 'completeInOne', text: completeInOne, values: completed })
    return await run<TwinAssessment>(findQuery({ id }))
  })
  return replyOf(row)
}
