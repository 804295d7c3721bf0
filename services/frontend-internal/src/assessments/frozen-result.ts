import type { CompletedResult } from '@course-grading/data/assessments/complete-assessment'
import type { StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { isSendable, maxFeedbackBytes, resultTexts } from '@course-grading/domain/assessments/result-texts'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { PreparedFeedback } from './prepare-feedback.ts'
import { judgeStored } from './to-assessment.ts'

export function frozenResult(
  assessment: StoredAssessment,
  prepared: PreparedFeedback,
  courseLanguage: string,
): CompletedResult {
  const { rubricId, rubricVersion, rubricWording } = assessment
  const { document, scores, adjustment, points, byCriterion, parts, impossible, unfinished } = judgeStored(assessment)
  const issues = [...impossible, ...unfinished, ...prepared.issues]
  if (issues.length > 0) throw new DomainError('incomplete', { issues })
  const texts = resultTexts({
    rubricId,
    version: rubricVersion,
    wording: rubricWording,
    document,
    scores,
    adjustment,
    points,
    byCriterion,
    parts,
    feedback: prepared.feedback,
    courseLanguage,
  })
  if (!isSendable(texts.feedbackHtml)) {
    const message = `The text for the learning platform is longer than ${maxFeedbackBytes} bytes, or has too much formatting.`
    throw new DomainError('incomplete', { issues: [{ path: '$.feedback', code: 'too_long', message }] })
  }
  return {
    ...texts,
    points: String(points),
    maxPoints: String(document.maxPoints),
    parts: JSON.stringify(parts),
    isReleased: assessment.releasesAtOnce,
  }
}
