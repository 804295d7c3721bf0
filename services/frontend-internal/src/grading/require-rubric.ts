import { DomainError } from '@course-grading/domain'

/**
 * The rubric by which an exercise is judged must be a published one of its course. There are no rubrics yet, so only none is one.
 * @throws DomainError validation_failed
 */
export function requireRubric(rubricId: string | null): void {
  if (rubricId === null) return
  throw new DomainError('validation_failed', {
    issues: [{ path: '$.rubricId', code: 'invalid_value', message: 'Must be a published rubric of the course.' }],
  })
}
