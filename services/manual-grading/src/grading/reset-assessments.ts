import { resetFixtures, withSerializationRetry } from '@course-grading/data'
import { DomainError } from '@course-grading/domain'
import { defineHandler } from '@course-grading/http-kit'
import type { Deps } from '../deps.ts'
import type { GraderHandler } from '../handlers.ts'

export const resetAssessments = (deps: Deps): GraderHandler<'resetAssessments'> => defineHandler({
  admit: async () => {
    if (!deps.fixturesEnabled) throw new DomainError('fixtures_disabled')
  },
  handle: async ({ query, requestId }) => {
    const { courseId, exerciseId, submissionId = null } = query
    const { results, deliveries } = await withSerializationRetry(() => deps.database.transaction((tx) => resetFixtures(tx, { courseId, exerciseId, submissionId })))
    deps.logger.info('fixtures reset', { event: 'fixtures_reset', courseId, exerciseId, count: deliveries, requestId })
    // Feedback is nowhere yet but in the results.
    return { status: 200, json: JSON.stringify({ assessments: results, feedback: 0, deliveries }) }
  },
})
