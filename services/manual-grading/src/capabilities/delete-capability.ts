import { type CapabilityOf, deleteCapability as remove, hasCapability, withSerializationRetry } from '@course-grading/data'
import { DomainError } from '@course-grading/domain'
import { defineHandler } from '@course-grading/http-kit'
import type { Deps } from '../deps.ts'
import type { GraderHandler } from '../handlers.ts'

export const deleteCapability = (deps: Deps): GraderHandler<'deleteCapability'> => defineHandler({
  admit: async ({ params: { submissionId }, query: { courseId = null, exerciseId = null } }): Promise<CapabilityOf> => {
    const of = { submissionId, courseId, exerciseId }
    if (!await hasCapability(deps.database, of)) throw new DomainError('not_found')
    return of
  },
  handle: async ({ resource: of, requestId }) => {
    const outcome = await withSerializationRetry(() => deps.database.transaction((tx) => remove(tx, of)))
    if (outcome !== 'deleted') throw new DomainError(outcome)
    deps.logger.info('capability deleted', { event: 'capability_deleted', submissionId: of.submissionId, requestId })
    return { status: 204 }
  },
})
