import { hasCapability } from '@course-grading/data/capabilities/capability-queries'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { Authorization } from '@course-grading/http-kit'
import type { Deps } from '../deps/deps.ts'

/** Throws 403 for fixture tooling if fixtures are disabled, and 404 for a capability that does not exist. */
export function createAuthorize({ database, fixturesEnabled }: Pick<Deps, 'database' | 'fixturesEnabled'>) {
  return async ({ operation, params, query }: Authorization<never>): Promise<null> => {
    if (operation.allow === 'fixture_tooling' && !fixturesEnabled) throw new DomainError('fixtures_disabled')
    if (operation.subject === 'capability') {
      const { courseId = null, exerciseId = null } = query as {
        readonly courseId?: number
        readonly exerciseId?: number
      }
      if (!(await hasCapability(database, { submissionId: Number(params['submissionId']), courseId, exerciseId })))
        throw new DomainError('not_found')
    }
    return null
  }
}
