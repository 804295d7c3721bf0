import type { Issue } from '../errors/domain-error.ts'
import { jsonPath } from '../json/json-path.ts'
import type { Criterion } from '../rubrics/rubric-document.ts'
import type { Annotation, FeedbackText } from './feedback-text.ts'
import type { DocumentPart } from '../documents/document-parts.ts'
import { feedbackParts } from './patch-feedback.ts'

export function annotationsOfCriteria(
  text: FeedbackText,
  parts: readonly DocumentPart[],
): readonly (readonly [id: string, Annotation])[] {
  return parts.flatMap((part) => {
    const id = feedbackParts.idOf(part)
    const annotation = id === null ? undefined : feedbackParts.entryOf(text, id)
    const isNamed = annotation?.criterionId !== undefined || annotation?.checkId !== undefined
    return id !== null && annotation !== undefined && isNamed ? [[id, annotation] as const] : []
  })
}

/** For a document about a student, which has no rubric, `criteria` is empty. */
export function unknownCriteria(
  annotations: readonly (readonly [id: string, Annotation])[],
  criteria: readonly Criterion[],
): readonly Issue[] {
  return annotations.flatMap(([id, { criterionId, checkId }]) => {
    const named = criterionId === undefined ? criteria : criteria.filter((each) => each.id === criterionId)
    const checks = named.flatMap((each) => (each.kind === 'checks' ? each.checks : []))
    const issue = (member: string, message: string): Issue => ({
      path: jsonPath(['annotations', id, member]),
      code: 'invalid_value',
      message,
    })
    if (criterionId !== undefined && named.length === 0) return [issue('criterionId', 'Unknown criterion.')]
    if (checkId !== undefined && !checks.some((check) => check.id === checkId))
      return [issue('checkId', 'Unknown check.')]
    return []
  })
}
