import { deleteCapabilities as remove, withSerializationRetry } from '@course-grading/data'
import { defineHandler } from '@course-grading/http-kit'
import type { Deps } from '../deps.ts'
import type { GraderHandler } from '../handlers.ts'

export const deleteCapabilities = (deps: Deps): GraderHandler<'deleteCapabilities'> => defineHandler({
  admit: async () => null,
  handle: async ({ query: { courseId, exerciseId }, requestId }) => {
    const { deleted, kept } = await withSerializationRetry(() => deps.database.transaction((tx) => remove(tx, { courseId, exerciseId })))
    deps.logger.info('capabilities deleted', { event: 'capability_deleted', courseId, exerciseId, count: deleted, requestId })
    return { status: 200, json: JSON.stringify({ deleted, kept }) }
  },
})
