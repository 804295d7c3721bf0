import type { StoredCourseSettings } from '@course-grading/data/settings/stored-course-settings'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { GivenRubric } from '@course-grading/domain/rubrics/given-rubric'
import { readRubric } from '@course-grading/domain/rubrics/read-rubric'

/** The document as JSON text. @throws DomainError validation_failed, with everything that is wrong with the document */
export function requireDocument(given: GivenRubric, where: Parameters<typeof readRubric>[1]): string {
  const reading = readRubric(given, where)
  if (!reading.ok) throw new DomainError('validation_failed', { issues: reading.issues })
  return reading.text
}

export function languagesOf({ document }: StoredCourseSettings): readonly string[] {
  return (JSON.parse(document) as { readonly languages: readonly string[] }).languages
}
