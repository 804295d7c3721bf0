import { deleteCapabilityRows } from '@course-grading/data/capabilities/capability-queries'
import type { GraderHandler } from '../access/handler.ts'

export const deleteCapabilities: GraderHandler<'deleteCapabilities'> = async (
  { query: { courseId, exerciseId }, requestId },
  { database, logger },
) => {
  const { deleted, kept } = await database.transaction((tx) => deleteCapabilityRows(tx, { courseId, exerciseId }))
  logger.info('capabilities deleted', {
    event: 'capability_deleted',
    courseId,
    exerciseId,
    count: deleted,
    requestId,
  })
  return { status: 200, body: { deleted, kept } }
}
