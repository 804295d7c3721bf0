import { deleteCapability as remove, withSerializationRetry } from '@course-grading/data'
import { DomainError } from '@course-grading/domain'
import { defineHandler } from '@course-grading/http-kit'
import type { Deps } from '../deps.ts'
import type { GraderHandler } from '../handlers.ts'

export const deleteCapability = (deps: Deps): GraderHandler<'deleteCapability'> => defineHandler({
  admit: async () => null,
  handle: async ({ params, query, requestId }) => {
    const { submissionId } = params
    const { courseId = null, exerciseId = null } = query
    const outcome = await withSerializationRetry(() => deps.database.transaction((tx) => remove(tx, { submissionId, courseId, exerciseId })))
    if (outcome !== 'deleted') throw new DomainError(outcome)
    deps.logger.info('capability deleted', { event: 'capability_deleted', submissionId, requestId })
    return { status: 204 }
  },
})
