import { deleteRubric as deleteStoredRubric } from '@course-grading/data/rubrics/rubric-draft-queries'
import { DomainError } from '@course-grading/domain/errors'
import type { FrontendHandler } from '../handler.ts'
import { requireWritten } from './require-written.ts'

export const deleteRubric: FrontendHandler<'deleteRubric'> = async (
  { params: { rubricId }, expectedRevision },
  { database },
) => {
  const outcome = await deleteStoredRubric(database, { rubricId, expectedRevision })
  // A rubric that has been published may be in use by assessments.
  if (outcome.outcome === 'not_in_state') throw new DomainError('rubric_in_use', { detail: outcome.state })
  requireWritten(outcome)
  return { status: 204 }
}
