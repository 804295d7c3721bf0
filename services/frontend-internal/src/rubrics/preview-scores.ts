import { findRubric } from '@course-grading/data/rubrics/rubric-queries'
import { findRubricVersion } from '@course-grading/data/rubrics/rubric-version-queries'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import { scoreRubric } from '@course-grading/domain/rubrics/score-rubric'
import type { FrontendHandler } from '../access/handler.ts'

export const previewScores: FrontendHandler<'previewScores'> = async (
  { params: { rubricId }, body: { version, scores, adjustment } },
  { database },
) => {
  const text =
    version === null
      ? (await findRubric(database, rubricId))?.draft
      : (await findRubricVersion(database, { rubricId, version, wording: null }))?.document
  if (typeof text !== 'string') throw new DomainError('not_found')
  const document = JSON.parse(text) as RubricDocument
  const { points, byCriterion, parts, impossible, unfinished } = scoreRubric(document, { scores, adjustment })
  return { status: 200, body: { points, byCriterion, parts, issues: [...impossible, ...unfinished] } }
}
