import { deleteCapabilityRow } from '@course-grading/data/capabilities/capability-queries'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { GraderHandler } from '../access/handler.ts'

export const deleteCapability: GraderHandler<'deleteCapability'> = async (
  { params: { submissionId }, query: { courseId = null, exerciseId = null }, requestId },
  { database, logger },
) => {
  const capability = { submissionId, courseId, exerciseId }
  const outcome = await database.transaction((tx) => deleteCapabilityRow(tx, capability))
  if (outcome !== 'deleted') throw new DomainError(outcome)
  logger.info('capability deleted', { event: 'capability_deleted', submissionId, requestId })
  return { status: 204 }
}
